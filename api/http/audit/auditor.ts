import type {Request, Response} from 'express';
import {ipKeyGenerator} from 'express-rate-limit';
import {hourMs} from '#shared/domain/durations.ts';
import {isExpected, Unavailable, Unclear, UpstreamFailed} from '#shared/errors.ts';
import type {Log} from '#shared/log.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {AuditActor, AuditOutcome, AuditStore, NewAuditEntry} from '#shared/store/accounts/audit.ts';
import {HttpFailure} from '../failures/http-failure.ts';
import type {Reply} from '../replies/reply.ts';
import type {Route} from '../route.ts';
import {actorOf, triedActorOf} from './actor.ts';
import {fieldsOf, type Subject, subjectOf} from './subject.ts';

/** What a request did. */
export interface Act {
	action: string;
	outcome: AuditOutcome;
	actor: AuditActor;
	/** From where it came. */
	address: string;
	subject: Subject;
}

export interface Auditor {
	/** Answers a request and notes it in the audit trail, if its route says so, before the reply is sent. */
	answer(route: Route, request: Request, response: Response): Promise<Reply | null>;
	/** Notes what a request did whose route is not ours. Never fails. */
	note(act: Act, request: Request): Promise<void>;
}

export interface AuditorOptions {
	audit: AuditStore;
	settings: Settings;
	log: Log;
	now: () => Date;
}

/** Addresses with refused tries that get entries of their own in one hour; further ones share an entry per minute. */
const mostRefusedAddresses = 200;

export function createAuditor({audit, settings, log, now}: AuditorOptions): Auditor {
	const refused = {hour: 0, addresses: new Set<string>()};

	function refusedAddress(address: string): string | null {
		const hour = Math.floor(Number(now()) / hourMs);
		if (hour !== refused.hour) {
			Object.assign(refused, {hour, addresses: new Set()});
		}
		const key = ipKeyGenerator(address);
		if (!refused.addresses.has(key) && refused.addresses.size >= mostRefusedAddresses) {
			return null;
		}
		refused.addresses.add(key);
		return key;
	}

	async function note({action, outcome, actor, address, subject}: Act, request: Request): Promise<void> {
		const isRefused = outcome === 'refused';
		const entry: NewAuditEntry = {
			timestamp: now(),
			action,
			outcome,
			actor,
			address: isRefused ? refusedAddress(address) : address,
			subjectId: isRefused ? null : subject.id,
			subjectName: isRefused ? null : subject.name,
			fields: isRefused ? [] : fieldsOf(request),
			requestId: request.res?.get('X-Request-Id') ?? null,
		};
		try {
			await audit.add(entry, settings.get('audit.retentionDays'));
		} catch (error) {
			// The change is made already. The log then has what the trail lacks.
			log.error({err: error, entry}, 'An entry of the audit trail could not be stored');
		}
	}

	return {
		async answer(route, request, response) {
			const {audit: rule} = route;
			if (!rule) {
				return route.answer(request, response);
			}
			const name = (await rule.nameOf?.(request.params as Record<string, string>).catch(() => null)) ?? null;
			const subjectWith = (reply: Reply | null) => ({...subjectOf(request, reply), ...(name !== null && {name})});
			// A logout ends what the request is known by.
			const caller = actorOf(response);
			const act = {action: rule.action, address: request.ip ?? ''};
			try {
				const reply = await route.answer(request, response);
				await note({...act, outcome: 'done', actor: triedActorOf(response) ?? caller, subject: subjectWith(reply)}, request);
				return reply;
			} catch (error) {
				const tried = triedActorOf(response);
				const outcome = outcomeOf(error, tried);
				if (outcome) {
					await note({...act, outcome, actor: tried ?? caller, subject: subjectWith(null)}, request);
				}
				throw error;
			}
		},
		note,
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
