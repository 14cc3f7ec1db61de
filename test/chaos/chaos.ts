import type {Reporter} from '#scripts/processes/reporter.ts';

export interface ChaosOptions {
	reporter: Reporter;
	/** Number of rounds; null for as many as fit into ten minutes. */
	rounds: number | null;
	/** The same seed gives the same kill points. */
	seed: number;
}

export interface ChaosResult {
	/** What went wrong; an empty list means success. */
	faults: string[];
	figures: string;
	/** Why this machine cannot run it. */
	skipped?: string;
}

export type Chaos = (options: ChaosOptions) => Promise<ChaosResult>;
