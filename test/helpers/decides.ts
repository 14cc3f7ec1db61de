import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import type {Facts} from '#shared/domain/decisions/facts.ts';
import {buildCandidate, buildFacts, type buildRelease} from './build-release.ts';

/** A release, the facts known about it, and the reason to reject it. */
export interface Case {
	release?: Parameters<typeof buildRelease>[0];
	media?: MappedMedia;
	formatScore?: number;
	facts?: Partial<Facts>;
	reason?: string;
	detail: RegExp;
	temporary?: boolean;
}

export const refuses = test.macro<[Case]>((t, {release, facts, reason = 'Release rejected', detail, temporary = false, ...wishes}) => {
	const decision = decide(buildCandidate(release, wishes), buildFacts(facts));
	t.false(decision.approved);
	t.deepEqual<string[], string[]>(decision.rejections, [reason]);
	t.is(decision.rejectionDetails.length, 1);
	t.regex(decision.rejectionDetails[0]?.detail ?? '', detail);
	t.is(decision.temporarilyRejected, temporary);
});

export const accepts = test.macro<[Omit<Case, 'detail'>]>((t, {release, facts, ...wishes}) => {
	t.deepEqual(decide(buildCandidate(release, wishes), buildFacts(facts)).rejectionDetails, []);
});
