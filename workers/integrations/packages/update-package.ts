import {createHash} from 'node:crypto';
import type {Leases} from '#shared/coordination/lease.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Invalid, isExpected, UpstreamFailed} from '#shared/errors.ts';
import type {PackageSets, PackageState} from '#shared/store/mongo/package-sets.ts';
import manifest from '../../../package.json' with {type: 'json'};
import type {Http, HttpReply} from '../http/http.ts';

export interface PackageUpdate {
	/** Files of the current set, and how many of them can be used. */
	total: number;
	usable: number;
	/** Whether another set is used now. */
	isNew: boolean;
}

/** Files of other people that an administrator's address leads to. */
export interface PackageKind<File extends {key: string}> {
	/** In messages, such as `package of definitions`. */
	name: string;
	/** Only one worker at a time fetches it. */
	lease: string;
	/** Empty for none. */
	address: string;
	/** SHA-256 that it has to have, and the setting which says so. */
	pinned?: {sha256: string; setting: string};
	maxBytes: number;
	sets: PackageSets<File>;
	/** Fetches what the reply only lists. Such a package is fetched whole every time. */
	complete?(reply: HttpReply, signal: AbortSignal): Promise<Buffer>;
	/** The files of it. Throws what `unusable` and `shrunk` make. */
	read(body: Buffer, usableBefore: number, signal: AbortSignal): Promise<File[]>;
	isUsable(file: File): boolean;
	/** Runs before another set counts. */
	before?(): Promise<void>;
}

interface Deps {
	http: Http;
	leases: Pick<Leases, 'with'>;
	now(): Date;
}

const fetchMs = 5 * minuteMs;
const maxRedirects = 5;
const leaseMs = 30_000;
/** A worker that was killed holds it so long, and its task is begun again at once. */
const maxWaitMs = leaseMs + 10_000;
/** Share of the previously usable files that a new set must have. */
const leastPart = 0.9;

/** Are these as many usable files as a set may lose? */
export const isEnough = (usable: number, usableBefore: number) => usable > 0 && usable >= usableBefore * leastPart;

export const unusable = (name: string, reason: string) =>
	new Invalid('package_unusable', `The ${name} is not taken: ${reason.slice(0, 200).replace(/\.$/, '')}.`);

export const shrunk = (name: string, usable: number, usableBefore: number) =>
	new Invalid(
		'package_shrunk',
		`The ${name} is not taken: ${usable} of its files can be used, and ${usableBefore} could before. The ones before are used.`,
	);

/**
 * Fetches a package if there is a newer one, and uses it from then on if it is good. Null without an address, or while
 * another worker does it for longer than one that was killed would seem to.
 * Throws Invalid `package_unusable`, `package_shrunk` and `package_hash`, and what `Http`
 * throws; the set before is used then.
 */
export async function updatePackage<File extends {key: string}>(
	kind: PackageKind<File>,
	deps: Deps,
	signal: AbortSignal,
): Promise<PackageUpdate | null> {
	if (kind.address === '') {
		return null;
	}
	return deps.leases.with(kind.lease, {ms: leaseMs, signal, maxWaitMs}, async (held, lease) => {
		const limit = AbortSignal.any([signal, held]);
		try {
			return await update(kind, deps, limit, lease.fence);
		} catch (error) {
			if (isExpected(error) && !limit.aborted) {
				await kind.sets.note({checkedAt: deps.now(), error: error.message});
			}
			throw error;
		}
	});
}

/** `fence` throws when another worker may be updating by now. */
async function update<File extends {key: string}>(
	kind: PackageKind<File>,
	{http, now}: Deps,
	signal: AbortSignal,
	fence: () => Promise<void>,
): Promise<PackageUpdate> {
	const {address, sets} = kind;
	const state = await sets.state();
	const {total, usable} = state;
	// A set left behind by a killed worker.
	await sets.removeOthers();
	const isSame = state.address === address && state.readBy === manifest.version;
	const reply = await fetchPackage(kind, isSame ? state.etag : null, http, signal);
	if (reply === null) {
		await sets.note({checkedAt: now(), error: null});
		return {total, usable, isNew: false};
	}
	const body = (await kind.complete?.(reply, signal)) ?? reply.body;
	const sha256 = createHash('sha256').update(body).digest('hex');
	throwUnlessPinned(kind, sha256);
	const etag = body === reply.body ? (reply.headers['etag']?.slice(0, 200) ?? null) : null;
	if (isSame && sha256 === state.sha256) {
		await sets.note({checkedAt: now(), error: null, etag});
		return {total, usable, isNew: false};
	}
	const found = await kind.read(body, state.address === address ? usable : 0, signal);
	await kind.before?.();
	const setId = await sets.write(found, signal);
	const taken = {total: found.length, usable: found.filter(file => kind.isUsable(file)).length};
	await fence();
	const next: PackageState = {
		address,
		etag,
		sha256,
		readBy: manifest.version,
		setId,
		...taken,
		takenAt: now(),
		checkedAt: now(),
		error: null,
	};
	await sets.take(next);
	await sets.removeOthers();
	return {...taken, isNew: true};
}

function throwUnlessPinned({name, pinned}: Pick<PackageKind<{key: string}>, 'name' | 'pinned'>, sha256: string): void {
	if (pinned && pinned.sha256 !== '' && pinned.sha256.toLowerCase() !== sha256) {
		throw new Invalid(
			'package_hash',
			`The ${name} is not taken: its SHA-256 is ${sha256}, and ${pinned.setting} demands another. If you trust it, enter this one.`,
		);
	}
}

/** Null when it is the one that was read already. */
async function fetchPackage(
	{name, address, maxBytes}: Pick<PackageKind<{key: string}>, 'name' | 'address' | 'maxBytes'>,
	etag: string | null,
	http: Http,
	signal: AbortSignal,
): Promise<HttpReply | null> {
	const headers = etag === null ? {} : {'if-none-match': etag};
	// Administrators enter the address. A redirect to another host has to be public.
	const reply = await http({url: address, headers, timeoutMs: fetchMs, maxBytes, redirects: maxRedirects, network: 'any', signal});
	if (reply.status === 304) {
		return null;
	}
	if (reply.status !== 200) {
		throw new UpstreamFailed('package_failed', `The address of the ${name} answers ${reply.status}. It is tried again later.`);
	}
	return reply;
}
