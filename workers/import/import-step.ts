import type {WorkerDeps} from '../runtime/deps.ts';
import type {Claim} from './claim.ts';

/** The steps between which a crash may fall. Tests stop at each. */
export const importSteps = ['plan', 'place', 'name', 'companions', 'record', 'cleanUp', 'announce', 'finish'] as const;
export type ImportStep = (typeof importSteps)[number];
export type BeforeStep = (step: ImportStep) => Promise<void>;

export interface Step {
	claim: Claim;
	deps: WorkerDeps;
	beforeStep: BeforeStep;
	/** Stores the current plan. Throws ClaimLost. */
	saveJournal(): Promise<void>;
}
