import './jitless';

/** The validators of what features read; apart from the calls, so that pages without any of these do not load them. */
export {
  zAbilities,
  zAbilityTargets,
  zAttackOdds,
  zDeploymentStatus,
  zEffects,
  zGameState,
  zOperation,
  zStratagems,
} from './generated/zod.gen';
