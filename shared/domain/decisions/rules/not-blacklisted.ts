import type {FoundRelease} from '../../release/release.ts';
import {type Blocklist, releaseKey} from '../facts.ts';
import type {Rule} from '../rule.ts';

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
