import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob} from '#shared/coordination/outbox.ts';
import type {Condition} from '#shared/domain/quality/custom-format.ts';
import {importCustomFormats} from '#shared/domain/quality/import-custom-format.ts';
import {inScope, isForBoth} from '#shared/domain/scope.ts';
import {Conflict} from '#shared/errors.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {programOf} from './codes.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {
	exportedFrom,
	presentSpecification,
	type Specification,
	specificationOf,
	specificationSchema,
	specificationsIn,
} from './specifications.ts';
import {FaceFailure, flagIn, integerIn, integersIn, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

export function formatRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET customformat', both, async ({face}) => shown(await list(face, deps))),
		faceRoute('GET customformat/schema', both, async ({face}) => shown(specificationSchema(face))),
		faceRoute('GET customformat/:n', both, async call => shown(present(await find(call.number(), call.face, deps), call.face))),
		faceRoute('POST customformat', both, async call => {
			const body = present(await add(call, deps), call.face);
			return {status: 201, body, headers: {Location: `${call.base}/api/v3/customformat/${body.id}`}};
		}),
		...['PUT customformat', 'PUT customformat/:n'].map(line =>
			faceRoute(line, both, async call => {
				const number = line.endsWith(':n') ? call.number() : (integerIn(call.body, 'id') ?? 0);
				return accepted(present(await change(await find(number, call.face, deps), call, deps), call.face));
			}),
		),
		faceRoute('DELETE customformat/bulk', both, async call => {
			for (const number of integersIn(call.body, 'ids') ?? []) {
				await remove(await find(number, call.face, deps), call, deps);
			}
			return removed;
		}),
		faceRoute('DELETE customformat/:n', both, async call => {
			await remove(await find(call.number(), call.face, deps), call, deps);
			return removed;
		}),
	];
}

interface KnownFormat extends NumberedFormat {
	specifications: readonly Specification[];
}

interface NumberedFormat {
	id: number;
	record: StoredCustomFormat;
}

/** The formats of a face, with their numbers. */
export async function numberedFormats(face: Face, {customFormats, numbers}: RouteDeps): Promise<NumberedFormat[]> {
	const records = inScope(await customFormats.list(), face);
	const own = await numbers.of(
		'customFormat',
		records.map(({id}) => id),
	);
	return records.map(record => ({id: own.get(record.id) ?? 0, record})).sort((a, b) => a.id - b.id);
}

/** With their conditions. */
async function knownFormats(formats: readonly NumberedFormat[], face: Face, {kept}: RouteDeps): Promise<KnownFormat[]> {
	const sent = await kept.of(
		'customFormat',
		face,
		formats.map(({record}) => record.id),
	);
	return formats.map(each => ({...each, specifications: specificationsOf(each.record, sent.get(each.record.id), face)}));
}

/** As they were sent, as long as they mean what is stored. */
function specificationsOf({conditions}: StoredCustomFormat, kept: KeptValues | undefined, face: Face): readonly Specification[] {
	const sent = kept?.['specifications'] as readonly Specification[] | undefined;
	return sent && isDeepStrictEqual(plain(conditionsFrom(sent, face).conditions), plain(conditions))
		? sent
		: conditions.flatMap(condition => specificationOf(face, condition));
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

interface Read {
	/** Empty if they cannot be told here. */
	conditions: Condition[];
	/** Why not. */
	fault: string | null;
}

function conditionsFrom(specifications: readonly Specification[], face: Face): Read {
	const {formats, failures} = importCustomFormats(exportedFrom('-', specifications), programOf(face));
	return {conditions: formats[0]?.conditions ?? [], fault: failures[0]?.error ?? null};
}

const list = async (face: Face, deps: RouteDeps) =>
	(await knownFormats(await numberedFormats(face, deps), face, deps)).map(each => present(each, face));

const present = ({id, record: {name, includeWhenRenaming}, specifications}: KnownFormat, face: Face) => ({
	id,
	name,
	includeCustomFormatWhenRenaming: includeWhenRenaming,
	specifications: specifications.map(each => presentSpecification(face, each)),
});

async function findFormat(isIts: (format: NumberedFormat) => boolean, face: Face, deps: RouteDeps): Promise<KnownFormat> {
	const [found] = await knownFormats((await numberedFormats(face, deps)).filter(isIts), face, deps);
	return found ?? missing();
}

const find = (number: number, face: Face, deps: RouteDeps) => findFormat(({id}) => id === number, face, deps);
const findRecord = (id: string, face: Face, deps: RouteDeps) => findFormat(({record}) => record.id === id, face, deps);

function missing(): never {
	throw notFound();
}

interface Sent extends Read {
	name: string;
	includeWhenRenaming: boolean;
	specifications: Specification[];
}

async function readSent({body, face}: FaceCall, before: KnownFormat | null, deps: RouteDeps): Promise<Sent> {
	const name = (textIn(body, 'name') ?? before?.record.name ?? '').trim();
	if (name === '') {
		throw wrong('Name', "'Name' must not be empty.", name);
	}
	const specifications = specificationsIn(body, face);
	if (specifications.length === 0) {
		throw wrong('Specifications', 'Must contain at least one Condition');
	}
	if (specifications.some(each => each.name.trim() === '')) {
		throw wrong('Specifications', 'Condition name(s) cannot be empty');
	}
	deps.kept.check('customFormat', {specifications});
	const lower = name.toLowerCase();
	const isTaken = (await numberedFormats(face, deps)).some(({id, record}) => id !== before?.id && record.name.toLowerCase() === lower);
	if (isTaken) {
		throw wrong('Name', 'Must be unique.', name);
	}
	const includeWhenRenaming = flagIn(body, 'includeCustomFormatWhenRenaming') ?? before?.record.includeWhenRenaming ?? false;
	return {name, includeWhenRenaming, specifications, ...conditionsFrom(specifications, face)};
}

const names = {name: 'Name', conditions: 'fields'};

async function add(call: FaceCall, deps: RouteDeps): Promise<KnownFormat> {
	return findRecord(await store(await readSent(call, null, deps), call, deps), call.face, deps);
}

/** Two requests at the same time may have sent the same name. */
function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Must be unique.') : error;
}

/** Adds a format of this program. One whose conditions cannot be told here is kept, and matches nothing. */
async function store(
	{name, includeWhenRenaming, specifications, conditions, fault}: Sent,
	call: FaceCall,
	deps: RouteDeps,
): Promise<string> {
	const {customFormats, kept, now} = deps;
	const fresh = {name, conditions, includeWhenRenaming, scope: call.face};
	const {id} =
		fault === null
			? ((await call.ask('POST /api/custom-formats', {body: fresh, names}).catch(asFault)) as {id: string})
			: await customFormats.add(fresh, now()).catch(asFault);
	await kept.set('customFormat', call.face, {id, values: {specifications}});
	await noteFault(id, fault, deps);
	return id;
}

async function noteFault(id: string, fault: string | null, {customFormats}: RouteDeps): Promise<void> {
	if (fault !== null) {
		await customFormats.setLastError(await customFormats.get(id), `It matches nothing, because ${fault}.`);
	}
}

/** What is sent back as it was shown is not written. */
async function change(before: KnownFormat, call: FaceCall, deps: RouteDeps): Promise<KnownFormat> {
	const {record} = before;
	const sent = await readSent(call, before, deps);
	const {name, includeWhenRenaming, specifications, conditions, fault} = sent;
	const isOther = !isDeepStrictEqual(plain(specifications), plain(before.specifications));
	if (isOther && isForBoth(record)) {
		return findRecord(await copy(record.id, sent, call, deps), call.face, deps);
	}
	const meta = name !== record.name || includeWhenRenaming !== record.includeWhenRenaming ? {name, includeWhenRenaming} : {};
	const isOtherMeaning = isOther && !isDeepStrictEqual(plain(conditions), plain(record.conditions));
	const changed = {...meta, ...(isOtherMeaning && {conditions})};
	if (Object.keys(changed).length > 0) {
		await (isOtherMeaning && fault !== null
			? changeWithJob(() => deps.customFormats.change(record.id, changed, deps.now()), {job: rescoreFiles, payload: everyFile}, deps)
			: call.ask('PUT /api/custom-formats/:id', {params: {id: record.id}, body: changed, names}).catch(asFault));
	}
	if (isOther) {
		await deps.kept.set('customFormat', call.face, {id: record.id, values: {specifications}});
		await noteFault(record.id, fault, deps);
	}
	return findRecord(record.id, call.face, deps);
}

/** The other program goes on with the format that was for both. Profiles of this one score its own as they did that. */
async function copy(id: string, sent: Sent, call: FaceCall, deps: RouteDeps): Promise<string> {
	const {qualityProfiles, now} = deps;
	const own = await store(sent, call, deps);
	const scoring = inScope(await qualityProfiles.list(), call.face).filter(({formatScores}) =>
		formatScores.some(({customFormatId}) => customFormatId === id),
	);
	const move = async () => {
		for (const profile of scoring) {
			const {score = 0} = profile.formatScores.find(({customFormatId}) => customFormatId === id) ?? {};
			const others = profile.formatScores.filter(({customFormatId}) => customFormatId !== id || isForBoth(profile));
			await qualityProfiles.change(profile.id, {formatScores: [...others, {customFormatId: own, score}]}, now());
		}
	};
	await changeWithJob(move, {job: rescoreFiles, payload: everyFile}, deps);
	return own;
}

/** Profiles of the program forget it. One that the other program may use is not removed. */
async function remove({record: {id, name, scope = null}}: KnownFormat, call: FaceCall, deps: RouteDeps): Promise<void> {
	if (scope === null) {
		throw new FaceFailure(400, `${name} is for movies and series. Remove it on the page of Kinoteka.`);
	}
	const forget = () => deps.qualityProfiles.forgetFormat(id);
	await changeWithJob(forget, {job: rescoreFiles, payload: everyFile}, deps);
	await call.ask('DELETE /api/custom-formats/:id', {params: {id}});
}
