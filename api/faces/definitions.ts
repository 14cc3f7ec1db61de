import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import type {QualityName} from '#shared/domain/quality/qualities.ts';
import {limitFor, type SizeLimit, sizeLimitFaults} from '#shared/domain/quality/size-limits.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {qualitiesOf} from './codes.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {titleKind} from './tables.ts';
import {field, integerIn, notFound, textIn, WrongFields, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** The sizes that releases of each quality may have. Those of one program hold for its titles only. */
export function definitionRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET qualitydefinition', both, async ({face}) => shown(await all(face, deps))),
		faceRoute('GET qualitydefinition/limits', both, async () => shown({min: 0, max: largest})),
		faceRoute('GET qualitydefinition/:n', both, async call => {
			const number = call.number();
			return shown((await all(call.face, deps)).find(({id}) => id === number) ?? missing());
		}),
		faceRoute('PUT qualitydefinition/update', both, async call => {
			if (!Array.isArray(call.body)) {
				throw wrong('', 'The body must be a list of definitions.');
			}
			return accepted(await change(call.body, call, deps));
		}),
		...['PUT qualitydefinition', 'PUT qualitydefinition/:n'].map(line =>
			faceRoute(line, both, async call => {
				const id = line.endsWith(':n') ? call.number() : (integerIn(call.body, 'id') ?? 0);
				const rows = await change([{...(call.body as object), id}], call, deps);
				return accepted(rows.find(row => row.id === id) ?? missing());
			}),
		),
	];
}

function missing(): never {
	throw notFound();
}

/** Megabytes a minute. */
const largest = 2000;
/** What the programs have for what we do not tell from other qualities. */
const usual: SizeLimit = {minimum: 0, preferred: null, maximum: null};
const settingsName = 'qualitydefinition';

async function all(face: Face, {qualityDefinitions, kept}: RouteDeps) {
	const [limits, sent] = await Promise.all([qualityDefinitions.limits(), kept.settings(settingsName, face)]);
	return qualitiesOf(face).map(({ours, ...quality}, index) => {
		const values = (sent[String(quality.id)] ?? {}) as Values;
		const limit = ours === null ? {...usual, ...values.limit} : (limitFor(limits, ours, titleKind(face)) ?? usual);
		return {
			id: index + 1,
			quality,
			title: values.title ?? quality.name,
			weight: index + 1,
			minSize: limit.minimum,
			maxSize: limit.maximum,
			preferredSize: limit.preferred,
		};
	});
}

interface Values {
	title?: string;
	/** Of a quality that we do not have. */
	limit?: SizeLimit;
}

function sizeIn(body: unknown, name: string): number | null {
	const value = field(body, name) ?? null;
	const size = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (size !== null && !(typeof size === 'number' && size >= 0 && size <= 10_000)) {
		throw wrong(name, `'${name}' must be a number of megabytes a minute.`, typeof value === 'object' ? undefined : value);
	}
	return size;
}

const names = {minimum: 'minSize', preferred: 'preferredSize', maximum: 'maxSize'} as const;

function limitIn(body: unknown): SizeLimit {
	const limit = {minimum: sizeIn(body, 'minSize') ?? 0, preferred: sizeIn(body, 'preferredSize'), maximum: sizeIn(body, 'maxSize')};
	const faults = sizeLimitFaults(limit);
	if (faults.length > 0) {
		throw new WrongFields(
			...faults.map(({field: name, message}) => ({propertyName: names[name], errorMessage: `'${names[name]}' ${message}.`})),
		);
	}
	return limit;
}

/** All or none. What is sent back as it was shown is not written. */
async function change(rows: readonly unknown[], {face}: FaceCall, deps: RouteDeps) {
	const {qualityDefinitions, kept, now} = deps;
	const before = await all(face, deps);
	const own = new Map(qualitiesOf(face).map(({id, ours}) => [id, ours]));
	const limits = new Map<QualityName, SizeLimit>();
	const stored = await kept.settings(settingsName, face);
	let values: KeptValues = stored;
	for (const row of rows) {
		const quality = integerIn(field(row, 'quality'), 'id');
		const found =
			before.find(each => (quality === undefined ? each.id === integerIn(row, 'id') : each.quality.id === quality)) ?? missing();
		const limit = limitIn(row);
		const title = textIn(row, 'title') ?? found.title;
		const ours = own.get(found.quality.id) ?? null;
		const isOther = !isDeepStrictEqual(limit, {minimum: found.minSize, preferred: found.preferredSize, maximum: found.maxSize});
		if (ours !== null && isOther) {
			limits.set(ours, limit);
		}
		if (title !== found.title || (ours === null && isOther)) {
			const one = {...(title !== found.quality.name && {title}), ...(ours === null && {limit})};
			values = {...values, [String(found.quality.id)]: one};
		}
	}
	await (limits.size > 0 ? qualityDefinitions.changeFor(face, limits, now()) : null);
	await (values === stored ? null : kept.setSettings(settingsName, face, values));
	return all(face, deps);
}
