import type {Teller} from '../teller/console.ts';

export interface ChaosOptions {
	tell: Teller;
	/** Number of rounds; null for as many as fit into ten minutes. */
	rounds: number | null;
}

export interface ChaosResult {
	/** What went wrong; an empty list means success. */
	faults: string[];
	figures: string;
}

export type Chaos = (options: ChaosOptions) => Promise<ChaosResult>;
