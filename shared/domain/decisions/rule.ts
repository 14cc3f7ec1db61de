import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';

/** Checks one reason to refuse a release; null when the rule accepts it. */
export type Rule = (candidate: Candidate, facts: Facts) => Rejection | null;

/** Why a release is refused, exactly as the API spells it. */
export const rejectionReasons = [
	'Unknown movie',
	'Unknown series',
	'Unknown episode',
	'Release rejected',
	'Custom format cut-off unmet',
	'Release is blacklisted',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export interface Rejection {
	reason: RejectionReason;
	/** The rule and its figures, for people to read. */
	detail: string;
	/** Time alone may lift it, so the release should be checked again later. */
	temporary: boolean;
	/** Name of the rule that refused, such as `enoughSeeders`. Missing until the decision is made. */
	code?: string;
	/** When a temporary reason ends; missing or null if unknown. */
	until?: Date | null;
}

/** The release does not meet the requirements, and never will. */
export function rejected(detail: string): Rejection {
	return {reason: 'Release rejected', detail, temporary: false};
}

/** The release does not meet the requirements yet. */
export function rejectedForNow(detail: string, until: Date | null = null): Rejection {
	return {reason: 'Release rejected', detail, temporary: true, ...(until && {until})};
}
