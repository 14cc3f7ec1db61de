/** Why a release is refused, exactly as the interface spells it (4.6). */
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
	/** Which rule and which figures, for people. */
	detail: string;
	/** Time alone may lift it: the release is worth another look later. */
	temporary: boolean;
}

/** The release does not meet the requirements, and never will. */
export function rejected(detail: string): Rejection {
	return {reason: 'Release rejected', detail, temporary: false};
}

/** The release does not meet the requirements yet. */
export function rejectedForNow(detail: string): Rejection {
	return {reason: 'Release rejected', detail, temporary: true};
}
