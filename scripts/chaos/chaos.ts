import type {Teller} from '../teller/console.ts';

export interface ChaosOptions {
	tell: Teller;
	/** How much of it; null takes what fits into ten minutes. */
	rounds: number | null;
}

export interface ChaosResult {
	/** What should not have happened; none is a pass. */
	faults: string[];
	figures: string;
}

export type Chaos = (options: ChaosOptions) => Promise<ChaosResult>;
