import {dayMs} from '../../durations.ts';
import {isForTitle} from '../../media/tags.ts';
import type {FoundRelease} from '../../release/release.ts';
import {isFor} from '../../scope.ts';
import {type Blocklist, releaseKey} from '../facts.ts';
import {type Rule, rejected} from '../rule.ts';

function blockedBy(release: FoundRelease, {guids, infoHashes, releases}: Blocklist): string | null {
	if (guids.has(release.guid)) {
		return 'its guid';
	}
	if (release.infoHash !== null && infoHashes.has(release.infoHash.toLowerCase())) {
		return 'its info hash';
	}
	return releases.size > 0 && releases.has(releaseKey(release)) ? 'its title, indexer and size' : null;
}

export const notBlacklisted: Rule = ({release}, {blocklist}) => {
	const by = blockedBy(release, blocklist);
	return by ? {reason: 'Release is blacklisted', detail: `On the blocklist by ${by}`, temporary: false} : null;
};

/** An unknown title has no tags; another rule refuses it. */
export const indexerOfTitle: Rule = ({media, release: {indexer, indexerId}}, {tagged, settings: {indexerTags, indexerScopes}}) => {
	const tags = indexerTags[indexerId] ?? [];
	const isKnown = (media.kind === 'movie' ? media.movie : media.series) !== null;
	if (isKnown && !isFor({scope: indexerScopes[indexerId] ?? null}, media.kind === 'movie' ? 'movies' : 'tv')) {
		return rejected(`Indexer ${indexer} is only for ${media.kind === 'movie' ? 'series' : 'movies'}`);
	}
	return !isKnown || isForTitle(tags, tagged) ? null : rejected(`Indexer ${indexer} is only for titles tagged ${tags.join(', ')}`);
};

export const protocolEnabled: Rule = ({release: {protocol}}, {settings: {delay}}) =>
	delay.disabledProtocols.includes(protocol) ? rejected(`The delay profile of the title takes no ${protocol} releases`) : null;

/** A tracker that does not report seeders is assumed to have enough. */
export const enoughSeeders: Rule = ({release: {protocol, seeders, indexerId}}, {settings}) => {
	const minimum = settings.minimumSeedersOf[indexerId] ?? settings.minimumSeeders;
	if (protocol !== 'torrent' || seeders === null || seeders >= minimum) {
		return null;
	}
	return rejected(`${seeders} seeders, at least ${minimum} are required`);
};

/** One of the flags is enough. Usenet has none. */
export const hasRequiredFlag: Rule = ({release: {protocol, flags, indexer, indexerId}}, {settings}) => {
	const required = settings.requiredFlagsOf[indexerId] ?? [];
	return protocol !== 'torrent' || required.length === 0 || required.some(flag => flags.includes(flag))
		? null
		: rejected(`Indexer ${indexer} requires one of the flags ${required.join(', ')}, it has ${flags.join(', ') || 'none'}`);
};

/** Only Usenet deletes old articles. An old torrent with seeders is as good as a new one. */
export const withinRetention: Rule = ({release: {protocol, publishDate}}, {settings: {retentionDays}, now}) => {
	const ageDays = Math.floor((Number(now) - Number(publishDate)) / dayMs);
	if (protocol !== 'usenet' || publishDate === null || retentionDays <= 0 || ageDays <= retentionDays) {
		return null;
	}
	return rejected(`${ageDays} days old, retention is ${retentionDays} days`);
};
