import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';
import type {Rejection} from './rejections.ts';

/** One reason to refuse a release: null when this rule has nothing against it. */
export type Rule = (candidate: Candidate, facts: Facts) => Rejection | null;
