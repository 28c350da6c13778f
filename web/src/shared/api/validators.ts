import { fitting } from './checked';
import './jitless';
import { zAwardRow, zStatistics } from './generated/zod.gen';

/** The validators of what features read; apart from the calls, so that pages without any of these do not load them. */
export {
  zAbilities,
  zAbilityTargets,
  zAllReactions,
  zArmyState,
  zAttackOdds,
  zCoachState,
  zDeploymentStatus,
  zEffects,
  zGameModel,
  zGameState,
  zOperation,
  zMapMark,
  zPendingRoll,
  zPonderState,
  zPreview,
  zQuestionAsked,
  zStratagems,
  zThoughtState,
  zThreat,
  zUnitState,
} from './generated/zod.gen';

/** Whether a log's statistics are what the API says; an award of it. */
export const isStatistics = fitting(zStatistics);
export const isAward = fitting(zAwardRow);
