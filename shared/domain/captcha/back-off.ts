/** Minutes to leave a site alone after one, two, three … failed solves in a row. */
const steps = [1, 5, 15, 60, 240];

export function solveBackOffMinutes(failures: number): number {
	return failures < 1 ? 0 : (steps[Math.min(failures, steps.length) - 1] ?? 0);
}
