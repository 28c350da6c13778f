export { beginLogin, begunHere } from './begun';
export { keepFresh, takeFresh } from './fresh';
export { landingGuard, onEveryWay, requireLogin } from './guard';
export { keepSession } from './keep';
export { afterLogin, elsewhere, loginFor } from './next';
export { forgetLogin, renameUser, signIn, useSession, verify, type User } from './session';
export { accessToken } from './token';
export { useLogout } from './useLogout';
