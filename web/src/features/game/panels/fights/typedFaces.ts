/** The faces that digits stand for, whatever stands between them. */
export const facesOf = (typed: string): number[] => typed.replace(/\D/g, '').split('').map(Number);
