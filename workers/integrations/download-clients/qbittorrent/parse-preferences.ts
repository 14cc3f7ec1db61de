import type {QbittorrentPreferences} from '#shared/domain/downloads/client-state/qbittorrent.ts';
import {asRecord, type JsonRecord, readFlag, readNumber} from '../../http/read-json.ts';

/** Parses `app/preferences`. A field that an old version lacks counts as off, except DHT, which is on by default. */
export function parsePreferences(json: unknown): QbittorrentPreferences {
	const record = asRecord(json) ?? {};
	return {
		dht: record['dht'] === undefined || readFlag(record, 'dht'),
		maxRatio: limit(record, 'max_ratio'),
		maxSeedingMinutes: limit(record, 'max_seeding_time'),
		maxInactiveMinutes: limit(record, 'max_inactive_seeding_time'),
	};
}

/** Actions 1 and 3 remove a torrent when it reaches its limit, possibly before it is imported. */
export function removesAtLimit(json: unknown): boolean {
	const {maxRatio, maxSeedingMinutes, maxInactiveMinutes} = parsePreferences(json);
	const action = readNumber(asRecord(json) ?? {}, 'max_ratio_act');
	return [maxRatio, maxSeedingMinutes, maxInactiveMinutes].some(value => value !== null) && (action === 1 || action === 3);
}

function limit(record: JsonRecord, key: string): number | null {
	const value = readFlag(record, `${key}_enabled`) ? readNumber(record, key) : null;
	return value !== null && value >= 0 ? value : null;
}
