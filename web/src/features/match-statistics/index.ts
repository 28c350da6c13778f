export { MatchStatistics } from './MatchStatistics';
