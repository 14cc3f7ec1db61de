import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';
import type {Rejection} from './rejections.ts';

/** Checks one reason to refuse a release; null when the rule accepts it. */
export type Rule = (candidate: Candidate, facts: Facts) => Rejection | null;
