import {createHash} from 'node:crypto';
import type {Leases} from '#shared/coordination/lease.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Invalid, isExpected, UpstreamFailed} from '#shared/errors.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {PackagedDefinition, PackagedDefinitionStore} from '#shared/store/definitions/packaged-definitions.ts';
import manifest from '../../../../package.json' with {type: 'json'};
import type {Http, HttpReply} from '../../http/http.ts';
import {hashOf} from './definition-source.ts';
import {type DefinitionSet, readPackage} from './read-package.ts';

export interface PackageUpdate {
	/** Files of the set that is used, and those of them that can be used. */
	total: number;
	usable: number;
	/** Whether another set is used now. */
	isNew: boolean;
}

interface Deps {
	http: Http;
	thread: Pick<DefinitionThread, 'ask'>;
	packaged: Pick<PackagedDefinitionStore, 'state' | 'note' | 'write' | 'take' | 'removeOthers'>;
	leases: Pick<Leases, 'with'>;
	settings: Pick<Settings, 'get'>;
	now(): Date;
}

const maxBytes = 30 * 1024 * 1024;
const fetchMs = 5 * minuteMs;
const maxRedirects = 5;
const leaseMs = 30_000;
/** Part of the usable files before that a new set must have. */
const leastPart = 0.9;
/** Faults of a definition that are kept. */
const maxFaults = 50;
/** Sets of one package that are tried: the newest version of the format may be one that nobody reads yet. */
const maxSets = 3;

/**
 * Fetches the package of definitions if there is a newer one, and uses it from then on if it is good. Null without an
 * address, or while another worker does it. `before` runs before another set counts. Throws Invalid `package_unusable`,
 * `package_shrunk` and `package_hash`, and what `Http` throws; the set before is used then.
 */
export async function updatePackage(deps: Deps, signal: AbortSignal, before: () => Promise<void>): Promise<PackageUpdate | null> {
	const address = deps.settings.get('definitions.packageUrl');
	if (address === '') {
		return null;
	}
	return deps.leases.with('definition-package', {ms: leaseMs, signal, maxWaitMs: 0}, async (held, lease) => {
		const limit = AbortSignal.any([signal, held]);
		try {
			return await update(address, deps, limit, {before, fence: lease.fence});
		} catch (error) {
			if (isExpected(error) && !limit.aborted) {
				await deps.packaged.note({checkedAt: deps.now(), error: error.message});
			}
			throw error;
		}
	});
}

interface Steps {
	before(): Promise<void>;
	/** Throws when another worker may be at it by now. */
	fence(): Promise<void>;
}

async function update(address: string, deps: Deps, signal: AbortSignal, {before, fence}: Steps): Promise<PackageUpdate> {
	const {packaged, settings, now} = deps;
	const state = await packaged.state();
	const {total, usable} = state;
	// One that a worker left behind which was killed.
	await packaged.removeOthers();
	const isSame = state.address === address && state.readBy === manifest.version;
	const reply = await fetchPackage(address, isSame ? state.etag : null, deps, signal);
	if (reply === null) {
		await packaged.note({checkedAt: now(), error: null});
		return {total, usable, isNew: false};
	}
	const sha256 = createHash('sha256').update(reply.body).digest('hex');
	const pinned = settings.get('definitions.packageSha256').toLowerCase();
	if (pinned !== '' && pinned !== sha256) {
		throw new Invalid(
			'package_hash',
			`The package of definitions is not taken: its SHA-256 is ${sha256}, and definitions.packageSha256 demands another. If you trust it, enter this one.`,
		);
	}
	const etag = reply.headers['etag']?.slice(0, 200) ?? null;
	if (isSame && sha256 === state.sha256) {
		await packaged.note({checkedAt: now(), error: null, etag});
		return {total, usable, isNew: false};
	}
	const found = await chooseSet(await readPackage(reply.body), state.address === address ? usable : 0, deps, signal);
	await before();
	const setId = await packaged.write(found, signal);
	const taken = {total: found.length, usable: usableIn(found)};
	await fence();
	await packaged.take({address, etag, sha256, readBy: manifest.version, setId, ...taken, takenAt: now(), checkedAt: now(), error: null});
	await packaged.removeOthers();
	return {...taken, isNew: true};
}

/** Null when it is the one that was read already. */
async function fetchPackage(address: string, etag: string | null, {http}: Deps, signal: AbortSignal): Promise<HttpReply | null> {
	const headers = etag === null ? {} : {'if-none-match': etag};
	// Administrators enter the address. A redirect to another host has to be public.
	const reply = await http({url: address, headers, timeoutMs: fetchMs, maxBytes, redirects: maxRedirects, network: 'any', signal});
	if (reply.status === 304) {
		return null;
	}
	if (reply.status !== 200) {
		throw new UpstreamFailed(
			'package_failed',
			`The address of the package of definitions answers ${reply.status}. It is tried again later.`,
		);
	}
	return reply;
}

const usableIn = (all: readonly PackagedDefinition[]) => all.filter(({entry}) => entry !== null).length;

/** The best set that can be used. Throws Invalid `package_shrunk` when all have fewer usable files than before. */
async function chooseSet(
	sets: readonly DefinitionSet[],
	usableBefore: number,
	deps: Deps,
	signal: AbortSignal,
): Promise<PackagedDefinition[]> {
	let most = 0;
	for (const set of sets.slice(0, maxSets)) {
		const checked = await checkSet(set, deps, signal);
		const usable = usableIn(checked);
		// A version of the format that nobody reads yet has little that can be used.
		if (usable > 0 && usable >= usableBefore * leastPart && (set.version === null || usable * 2 >= checked.length)) {
			return checked;
		}
		most = Math.max(most, usable);
	}
	throw new Invalid(
		'package_shrunk',
		`The package of definitions is not taken: ${most} of its files can be used, and ${usableBefore} could before. The ones before are used.`,
	);
}

async function checkSet({texts, tooLarge}: DefinitionSet, {thread}: Deps, signal: AbortSignal): Promise<PackagedDefinition[]> {
	const checked: PackagedDefinition[] = tooLarge.map(key => ({
		key,
		text: '',
		hash: '',
		entry: null,
		faults: [{place: 'file', reason: 'is too large', isFatal: true}],
	}));
	for (const [key, text] of texts) {
		signal.throwIfAborted();
		const {entry, faults} = await thread.ask('entry', {file: {key, text}}).catch(error => {
			if (error instanceof Unusable) {
				return {entry: null, faults: [{place: 'file', reason: error.message, isFatal: true}]};
			}
			throw error;
		});
		checked.push({key, text, hash: hashOf(text), entry, faults: faults.slice(0, maxFaults)});
	}
	return checked;
}
