import type {Request, Response} from 'express';
import {ipKeyGenerator} from 'express-rate-limit';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {isExpected, Unavailable, Unclear, UpstreamFailed} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {AuditActor, AuditChange, AuditOutcome, AuditStore, NewAuditEntry} from '#shared/store/accounts/audit.ts';
import {callerOf} from './access/callers.ts';
import {changesBetween} from './audit-changes.ts';
import {HttpFailure} from './failures.ts';
import type {Reply, Route} from './route.ts';

/** The action of a request. */
export interface Act {
	action: string;
	outcome: AuditOutcome;
	actor: AuditActor;
	/** From where it came. */
	address: string;
	subject: Subject;
	/** Of an edit. */
	changes?: AuditChange[];
}

/** Completes the entry of a request that has ended; null if it changed nothing. Never fails. */
export type End = (ended: Act | null) => Promise<void>;

export interface Auditor {
	/**
	 * Answers a request and notes it in the audit trail, if its route says so, before the reply is sent. It is in the
	 * trail before anything is changed, so no change goes without an entry, whenever the process dies.
	 */
	answer(route: Route, request: Request, response: Response): Promise<Reply | null>;
	/** Notes what a request did. Never fails; false if it could not be stored. */
	note(act: Act, request: Request): Promise<boolean>;
	/** Before a request changes something whose route is not ours. */
	open(act: Act, request: Request): Promise<End>;
}

export interface AuditorOptions {
	audit: AuditStore;
	settings: Settings;
	log: Log;
	now: () => Date;
}

export function createAuditor({audit, settings, log, now}: AuditorOptions): Auditor {
	const entryCap = createEntryCap();

	const toEntry = ({action, outcome, actor, address, subject, changes = []}: Act, request: Request): NewAuditEntry => ({
		timestamp: now(),
		action,
		outcome,
		actor,
		address,
		subjectId: subject.id,
		subjectName: subject.name,
		fields: fieldsOf(request),
		...(changes.length > 0 && {changes}),
		requestId: request.res?.get('X-Request-Id') ?? null,
	});

	/** False if it could not be stored. */
	async function note(act: Act, request: Request): Promise<boolean> {
		const entry = toEntry(act, request);
		const stored = entryCap.toStored(entry);
		try {
			if (await audit.add(stored, settings.get('audit.retentionDays'))) {
				entryCap.count(stored);
			}
			return true;
		} catch (error) {
			// The change is made already. The log then has what the trail lacks.
			log.error({err: error, entry: stored}, 'An entry of the audit trail could not be stored');
			return false;
		}
	}

	async function open(act: Act, request: Request): Promise<End> {
		const openId = await audit.open(toEntry(act, request), settings.get('audit.retentionDays'));
		return async ended => {
			const isNoted = ended === null || (await note(ended, request));
			if (isNoted) {
				await audit.drop(openId).catch(error => log.warn({err: error, openId}, 'An entry of the audit trail is there twice'));
			}
		};
	}

	return {
		async answer(route, request, response) {
			const {audit: rule} = route;
			if (!rule) {
				return route.answer(request, response);
			}
			const params = request.params as Record<string, string>;
			const valuesNow = async () => (await rule.valuesOf?.(params).catch(() => null)) ?? null;
			const name = (await rule.nameOf?.(params).catch(() => null)) ?? null;
			const before = await valuesNow();
			const subjectWith = (reply: Reply | null) => ({...subjectOf(request, reply), ...(name !== null && {name})});
			const named = async ({id, name: own}: Subject) => ({id, name: own ?? (await rule.nameOfNew?.(id ?? '').catch(() => null)) ?? null});
			// A logout ends what the request is known by.
			const caller = actorOf(response);
			const act = {action: rule.action, address: request.ip ?? ''};
			let end: End = async ended => void (ended && (await note(ended, request)));
			const begin = async () => {
				end = await open({...act, outcome: 'failed', actor: caller, subject: subjectWith(null)}, request);
			};
			const ended = (outcome: AuditOutcome, reply: Reply | null): Act => ({
				...{...act, outcome, subject: subjectWith(reply)},
				actor: triedActorOf(response) ?? caller,
			});
			try {
				const reply = await route.answer(request, response, begin);
				const after = before && (await valuesNow());
				const changes = before && after ? changesBetween(before, after) : [];
				// A job goes on with what was accepted.
				const done = ended(reply?.status === 202 ? 'started' : 'done', reply);
				await end({...done, subject: await named(done.subject), changes});
				return reply;
			} catch (error) {
				const outcome = outcomeOf(error, triedActorOf(response));
				await end(outcome && ended(outcome, null));
				throw error;
			}
		},
		note,
		open,
	};
}

/** Null for wrong input, which changed nothing. */
function outcomeOf(error: unknown, tried: AuditActor | null): AuditOutcome | null {
	const mayHaveChanged = error instanceof Unavailable || error instanceof Unclear || error instanceof UpstreamFailed;
	if (mayHaveChanged || !(isExpected(error) || error instanceof HttpFailure)) {
		return 'failed';
	}
	return tried ? 'refused' : null;
}

const nobody: AuditActor = {kind: 'nobody', id: null, name: null};

/** The caller of a request. */
export function actorOf(response: Response): AuditActor {
	const caller = callerOf(response);
	if (!caller) {
		return nobody;
	}
	return caller.kind === 'session'
		? {kind: 'user', id: caller.user.id, name: caller.user.username}
		: {kind: 'key', id: caller.key.id, name: caller.key.name};
}

/**
 * Notes whose password is being tried, so that a refusal is in the audit trail. An unknown name is not stored: people
 * type passwords into the wrong field.
 */
export function setTriedUser(response: Response, user: {id: string; username: string} | null): void {
	response.locals['triedActor'] = user ? {kind: 'user', id: user.id, name: user.username} : nobody;
}

function triedActorOf(response: Response): AuditActor | null {
	return (response.locals['triedActor'] as AuditActor | undefined) ?? null;
}

export interface Subject {
	id: string | null;
	name: string | null;
}

const maxFields = 50;
const longestText = 200;
const nameFields = ['name', 'username', 'title', 'quality', 'path'] as const;

/** What a call was about: the last parameter of its path, or else the record of its reply. */
function subjectOf(request: Request, reply: Reply | null): Subject {
	const inPath = Object.values(request.params).at(-1);
	const record = recordOf(reply?.body);
	const sent = (request.body ?? {}) as Record<string, unknown>;
	const id = inPath ?? record['id'] ?? record['key'];
	const names = nameFields.flatMap(field => [record[field], sent[field]]);
	return {id: textOf(id), name: names.map(textOf).find(name => name !== null) ?? null};
}

/** `{id, …}`, or `{key: {id, …}}` and the like. */
function recordOf(body: object | undefined): Record<string, unknown> {
	const fields = (body ?? {}) as Record<string, unknown>;
	const inner = Object.values(fields).find(value => typeof value === 'object' && value !== null && 'id' in value);
	return 'id' in fields || !inner ? fields : (inner as Record<string, unknown>);
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value.slice(0, longestText) : null;
}

/** Names of the fields of the body, and of the options in the query that are on. */
function fieldsOf({body, query}: Request): string[] {
	const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
	const options = Object.entries(query).flatMap(([name, value]) => (value === 'true' ? [name] : []));
	return [...sent, ...options].slice(0, maxFields).map(name => name.slice(0, longestText));
}

/** Addresses with refused tries that get entries of their own in one hour; further ones share an entry per minute. */
const maxRefusedAddresses = 200;
/**
 * Entries with the same actor, action and outcome that a process stores separately in a day: more than a person makes,
 * and few enough to bound an endless loop.
 */
const maxOfAction = 1000;

export interface EntryCap {
	/**
	 * The entry as it is stored. Once there were very many of its kind, all of one hour are counted in a single entry.
	 */
	toStored(entry: NewAuditEntry): NewAuditEntry;
	/** Counts a stored entry that was not merged into an earlier one. */
	count(entry: NewAuditEntry): void;
}

/**
 * Keeps the audit trail from growing without limit when passwords are guessed, or records made and deleted, in a loop.
 */
function createEntryCap(): EntryCap {
	const addresses = {hour: 0, seen: new Set<string>()};
	const actions = {day: 0, counts: new Map<string, number>()};

	function addressOf({timestamp, address}: NewAuditEntry): string | null {
		const hour = Math.floor(Number(timestamp) / hourMs);
		if (hour !== addresses.hour) {
			Object.assign(addresses, {hour, seen: new Set()});
		}
		const key = ipKeyGenerator(address ?? '');
		if (!addresses.seen.has(key) && addresses.seen.size >= maxRefusedAddresses) {
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
			if (countOf(entry, keyOf(entry)) >= maxOfAction) {
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

/** The fields that an entry leaves empty when it counts several. */
const nothing = {address: null, subjectId: null, subjectName: null, fields: [], changes: [], requestId: null};

function keyOf({actor: {kind, id}, action, outcome}: NewAuditEntry): string {
	return `${kind} ${id} ${action} ${outcome}`;
}
