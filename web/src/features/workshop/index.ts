export { RosterRulesPage } from './RosterRulesPage';
export { RuleSetPage } from './RuleSetPage';
export { SharedPage } from './SharedPage';
export { WorkshopPage } from './WorkshopPage';
