export {
  activateAbility,
  getOdds,
  getPreview,
  getThreat,
  listAbilities,
  listEffects,
  listStratagems,
  listTargets,
  selectAbility,
  switchByHand,
} from './generated/sdk.gen';
export { claimLog, getLogs, getSight, subscribe, uploadLog } from './generated/sdk.gen';
export {
  changePassword,
  deleteAccount,
  exportAccount,
  forgotPassword,
  getMe,
  login,
  logout,
  register,
  resetPassword,
  updateProfile,
} from './generated/sdk.gen';
export {
  acceptInvitation,
  createGame,
  deleteGame,
  getGame,
  inviteOpponent,
  leaveSeat,
  listGames,
  rematch,
  updateGame,
} from './generated/sdk.gen';
export {
  advancePhaseTime,
  aiAbility,
  aiCharge,
  aiCombat,
  aiDeployment,
  aiMovement,
  aiShooting,
  aiStep,
  aiThink,
  allowCoach,
  answer,
  answerUndo,
  askCoach,
  askUndo,
  changeSetup,
  chooseZone,
  deployForMe,
  deployUnit,
  getDeploymentStatus,
  getGameState,
  getSetup,
  moveUnit,
  processCharge,
  processRollStage,
  recordCharges,
  resetUnit,
  rollDice,
  selectTargets,
  selectUnit,
  setClock,
  startBattle,
  agreeToSetup,
  startGame,
  undo,
} from './generated/sdk.gen';
export {
  answerLostDevice,
  answerOffer,
  claim,
  getBattleLog,
  getDice,
  joinDice,
  lostDevice,
  offerDraw,
  resign,
  revealDice,
} from './generated/sdk.gen';
export { cancelJob, startSimulation } from './generated/sdk.gen';
export type { AdviceState, CoachState, LevelChoice, MapMark, ThoughtState } from './generated/types.gen';
export type {
  AiStepResponse,
  ArmyChosen,
  BoardPlan as WireBoard,
  Changes,
  Chosen,
  DeployCall,
  DrawnBoard,
  DrawnTerrain,
  Options,
  Prepared,
  SeatArmy,
  SimulationResult,
  SimulationStatus,
} from './generated/types.gen';
export { allocate, getPossible, getQuestion, listReactions, setStops } from './generated/sdk.gen';
export type {
  AllReactions,
  ArmyReactions,
  ShownQuestion,
  QuestionOffer,
  Reaction,
  QuestionDice,
  SpareDie,
  AnswerWay,
} from './generated/types.gen';
export type { StopsCall } from './generated/types.gen';
export type { Possible, Preview, Threat } from './generated/types.gen';
export {
  changeRuleSet,
  deleteRuleSet,
  getRuleSet,
  keepRosterRules,
  keepRuleSet,
  readRule,
  readUnit,
  shareRuleSet,
  tryRule,
  unshareRuleSet,
} from './generated/sdk.gen';
export {
  getRosterRulesOptions,
  getRuleSetOptions,
  getSharedRuleSetOptions,
  getVocabularyOptions,
  listRuleSetsOptions,
  listTrialUnitsOptions,
} from './generated/@tanstack/react-query.gen';
export type {
  AddedWeapon,
  Condition,
  EffectForm,
  FormField,
  FormOption,
  ModelChange,
  RosterRules,
  Rule,
  RuleOption,
  RuleSaid,
  RuleSet,
  RuleSetRow,
  RuleUse,
  ShownRuleSet,
  SpareModel,
  TrialAnswer,
  TrialRow,
  UnitChange,
  Vocabulary,
  WeaponChange,
  WrittenAbility,
  WrittenUnit,
} from './generated/types.gen';
export { explainDiceSymbol, forgetDiceSymbol } from './generated/sdk.gen';
export { listDiceSymbolsOptions } from './generated/@tanstack/react-query.gen';
export type { DiceSymbolRow } from './generated/types.gen';
export { deleteRoster, deleteSheet, fillRoster, renameRoster, uploadRoster } from './generated/sdk.gen';
export {
  getInvitationOptions,
  getRosterOptions,
  getSimulationLimitsOptions,
  getSimulationOptions,
  getRollsBeforeOptions,
  listAchievableOptions,
  listAchievementsOptions,
  listLayoutsOptions,
  listOptionsOptions,
  listRostersOptions,
  listShelfOptions,
} from './generated/@tanstack/react-query.gen';
export type {
  ListedGame,
  Missing,
  OneGame,
  RosterRow,
  SeatRow,
  SheetRow,
  ShownRoster,
  TypedUnit,
} from './generated/types.gen';
export type { ReportSummary, SummaryArmy } from './generated/types.gen';
export type { Achievable, AchievementRow } from './generated/types.gen';
export type { ArmyStatistics, AwardRow, Course, StageRolls, Statistics, UnitFigures } from './generated/types.gen';
export {
  acceptDifference,
  calibrateCamera,
  changeCamera,
  getCamera,
  getDifferences,
  getLatestDiceImage,
  getLatestImage,
  pairCamera,
  processPhoto,
  readDiceAgain,
  uploadPhoto,
} from './generated/sdk.gen';
export type { AcceptCall, CameraState, Difference, LatestImage } from './generated/types.gen';
export type {
  AbilityEffect,
  AbilityOwner,
  AbilityState,
  AbilityTarget,
  AbleUnit,
  ActiveEffect,
  Amendment,
  AmountRoll,
  ArmyState,
  AttackDice,
  Chances,
  ChargeResult,
  ChargeTarget,
  ChargingUnit,
  CheckRoll,
  ClockState,
  DiceShown,
  RollShown,
  Effect,
  FallenDie,
  GameState,
  InactiveEffect,
  LatestRoll,
  March,
  MiniatureProfile,
  MoveCall,
  NeededValues,
  Operation,
  ObjectiveState,
  OfferState,
  UnaskedState,
  PromptState,
  RemovableMiniature,
  RemovalShown,
  TargetOdds,
  UnitState,
  UsableWeapon,
  WeaponLine,
} from './generated/types.gen';
export { answeredAs, fitting, UnexpectedAnswer, wrongIn } from './checked';
export { nameDevice, nameEntry, nameVersion } from './callers';
export { answered, answerOf, callPublic, HttpError, sentence } from './http';
export { sendingWith } from './progress';
export { isOffline, isUnreached, UnreachedError } from './reach';
export { joinAsPhone, uploadAsPhone } from './phone';
export { useFetchedPicture, usePicture } from './usePicture';
