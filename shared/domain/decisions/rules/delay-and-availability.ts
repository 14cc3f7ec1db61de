import {minuteMs} from '../../durations.ts';
import {isTopQuality} from '../../quality/profiles.ts';
import {isLaterRevision} from '../../quality/upgrade.ts';
import {type Candidate, toCopy} from '../candidate.ts';
import type {Facts} from '../facts.ts';
import {type Rule, rejectedForNow} from '../rule.ts';

export const available: Rule = (_candidate, {availableFrom, now}) => {
	if (availableFrom === 'always' || (availableFrom !== 'never' && availableFrom <= now)) {
		return null;
	}
	return rejectedForNow(
		availableFrom === 'never'
			? 'Not yet available: no date is known'
			: `Not yet available: expected ${availableFrom.toISOString().slice(0, 10)}`,
		availableFrom === 'never' ? null : availableFrom,
	);
};

/** Cases in which waiting would bring nothing better. They apply to the preferred protocol only. */
function mayBypass(candidate: Candidate, {settings: {delay, preferredProtocol, properRepack}, profile, files}: Facts): boolean {
	const {release, quality, formatScore} = candidate;
	if (preferredProtocol !== null && preferredProtocol !== release.protocol) {
		return false;
	}
	const {bypassIfTopQuality, bypassFromFormatScore} = delay;
	const isScored = bypassFromFormatScore !== null && formatScore >= bypassFromFormatScore;
	const corrects = properRepack === 'prefer' && files.some(file => isLaterRevision(file, toCopy(candidate)));
	return isScored || corrects || (bypassIfTopQuality && isTopQuality(profile, quality.name));
}

/**
 * When the release was published; null if nobody knows. It is no younger than we have known it: a date of the future
 * is that of a site with another clock or time zone.
 */
export function publishedAt({publishDate}: Candidate['release'], {waitingSince, now}: Pick<Facts, 'waitingSince' | 'now'>): Date | null {
	return publishDate !== null && publishDate > now ? (waitingSince ?? now) : publishDate;
}

/** A Usenet post takes a while to reach all servers. Until then, a download of it fails. */
export const oldEnough: Rule = ({release}, facts) => {
	const {minimumAgeMinutes} = facts.settings;
	const since = publishedAt(release, facts);
	const ageMinutes = Math.floor((Number(facts.now) - Number(since)) / minuteMs);
	if (release.protocol !== 'usenet' || since === null || minimumAgeMinutes <= 0 || ageMinutes >= minimumAgeMinutes) {
		return null;
	}
	const until = new Date(Number(since) + minimumAgeMinutes * minuteMs);
	return rejectedForNow(`${Math.max(ageMinutes, 0)} minutes old, Usenet releases must be ${minimumAgeMinutes} minutes old`, until);
};

/** Without a date, a release in a feed is as old as we have known it, and one that was searched for is no new one. */
const knownSince = (release: Candidate['release'], facts: Facts): number =>
	Number(publishedAt(release, facts) ?? facts.waitingSince ?? (facts.searched ? 0 : facts.now));

/**
 * The delay gives a better release or the preferred protocol time to appear. It begins with the
 * title's first waiting release.
 */
export const delayOver: Rule = (candidate, facts) => {
	const {protocol} = candidate.release;
	const minutes = facts.settings.delay.minutes[protocol];
	const known = knownSince(candidate.release, facts);
	const since = Math.min(known, Number(facts.firstWaiting ?? known));
	const ageMinutes = Math.floor((Number(facts.now) - since) / minuteMs);
	if (minutes <= 0 || ageMinutes >= minutes || mayBypass(candidate, facts)) {
		return null;
	}
	const until = new Date(since + minutes * minuteMs);
	return rejectedForNow(`Waits ${minutes - ageMinutes} more of the ${minutes} minutes that ${protocol} releases are delayed`, until);
};
