import {ipKeyGenerator} from 'express-rate-limit';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import type {NewAuditEntry} from '#shared/store/accounts/audit.ts';

/** Addresses with refused tries that get entries of their own in one hour; further ones share an entry per minute. */
const mostRefusedAddresses = 200;
/**
 * Entries of one actor for the same action and outcome that a process tells apart in a day: more than a person makes,
 * and few enough for a loop that never ends.
 */
const mostOfAction = 1000;

export interface ToldApart {
	/** The entry as it is stored: once there were very many of its kind, it shares one with all others of the hour. */
	toStored(entry: NewAuditEntry): NewAuditEntry;
	/** Counts an entry that was stored and shares its place with none before. */
	count(entry: NewAuditEntry): void;
}

/** Keeps the audit trail from growing without end, whoever guesses passwords or makes and deletes things in a loop. */
export function createToldApart(): ToldApart {
	const addresses = {hour: 0, seen: new Set<string>()};
	const actions = {day: 0, counts: new Map<string, number>()};

	function addressOf({timestamp, address}: NewAuditEntry): string | null {
		const hour = Math.floor(Number(timestamp) / hourMs);
		if (hour !== addresses.hour) {
			Object.assign(addresses, {hour, seen: new Set()});
		}
		const key = ipKeyGenerator(address ?? '');
		if (!addresses.seen.has(key) && addresses.seen.size >= mostRefusedAddresses) {
			return null;
		}
		addresses.seen.add(key);
		return key;
	}

	function countOf({timestamp}: NewAuditEntry, key: string): number {
		const day = Math.floor(Number(timestamp) / dayMs);
		if (day !== actions.day) {
			Object.assign(actions, {day, counts: new Map()});
		}
		return actions.counts.get(key) ?? 0;
	}

	return {
		toStored(entry) {
			if (countOf(entry, keyOf(entry)) >= mostOfAction) {
				const hour = new Date(Math.floor(Number(entry.timestamp) / hourMs) * hourMs);
				return {...entry, ...nothing, timestamp: hour};
			}
			return entry.outcome === 'refused' ? {...entry, ...nothing, address: addressOf(entry), requestId: entry.requestId} : entry;
		},
		count(entry) {
			const key = keyOf(entry);
			actions.counts.set(key, countOf(entry, key) + 1);
		},
	};
}

/** What an entry does not say that stands for several. */
const nothing = {address: null, subjectId: null, subjectName: null, fields: [], requestId: null};

function keyOf({actor: {kind, id}, action, outcome}: NewAuditEntry): string {
	return `${kind} ${id} ${action} ${outcome}`;
}
