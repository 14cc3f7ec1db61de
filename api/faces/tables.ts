import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {toLabel} from '#shared/domain/media/tags.ts';
import {isFor} from '#shared/domain/scope.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import type {FaceCall} from './faces.ts';
import {rootsOf} from './shelf.ts';
import {notFound, wrong} from './wire.ts';

/** The numbers and names of what titles refer to. */
export interface Tables {
	profileNumber(id: string): number;
	/** Null for an unknown number. */
	profileId(number: number): string | null;
	tagNumbers(labels: readonly string[]): number[];
	/** Null for an unknown number. */
	labelOf(number: number): string | null;
	/** Throws WrongFields for an unknown number. */
	labels(numbers: readonly number[], property?: string): string[];
	formats(ids: readonly string[]): {id: number; name: string}[];
	roots: readonly string[];
}

/** Only the profiles and root folders that a face shows are found. */
export async function readTables({face, shelf}: Pick<FaceCall, 'face' | 'shelf'>, deps: RouteDeps): Promise<Tables> {
	const {qualityProfiles, tags, customFormats, rootFolders, numbers} = deps;
	const [profiles, labels, formats, roots] = await Promise.all([
		qualityProfiles.list(),
		tags.list(),
		customFormats.list(),
		rootFolders.list(),
	]);
	const [ofProfiles, ofFormats] = await Promise.all([
		numbers.of(
			'qualityProfile',
			profiles.map(({id}) => id),
		),
		numbers.of(
			'customFormat',
			formats.map(({id}) => id),
		),
	]);
	const offered = new Set(profiles.filter(profile => isFor(profile, face)).map(({id}) => id));
	const byNumber = new Map([...ofProfiles].flatMap(([id, number]) => (offered.has(id) ? [[number, id] as const] : [])));
	const byLabel = new Map(labels.map(({label, number}) => [label, number]));
	const named = new Map(labels.map(({label, number}) => [number, label]));
	const formatNames = new Map(formats.map(({id, name}) => [id, name]));
	return {
		profileNumber: id => ofProfiles.get(id) ?? 0,
		profileId: number => byNumber.get(number) ?? null,
		tagNumbers: given => given.flatMap(label => byLabel.get(label) ?? []),
		labelOf: number => named.get(number) ?? null,
		labels: (given, property = 'tags') =>
			given.map(number => named.get(number) ?? fail(property, `There is no tag with the number ${number}.`, number)),
		formats: ids =>
			ids.flatMap(id => {
				const [number, name] = [ofFormats.get(id), formatNames.get(id)];
				return number === undefined || name === undefined ? [] : [{id: number, name}];
			}),
		roots: (await rootsOf(shelf, roots, deps)).map(({path}) => path),
	};
}

function fail(property: string, message: string, value: unknown): never {
	throw wrong(property, message, value);
}

/** The id of the record with this number. Throws 404. */
export async function idOf({numbers}: Pick<RouteDeps, 'numbers'>, kind: NumberedKind, number: number): Promise<string> {
	return (await numbers.idsOf(kind, [number])).get(number) ?? missing();
}

function missing(): never {
	throw notFound();
}

export const titleKind = (face: Face): 'movie' | 'series' => (face === 'movies' ? 'movie' : 'series');

/** Tags of records other than titles. Those that name libraries have no numbers, and stay. */
export interface RecordTags {
	numbersOf(tags: readonly string[]): number[];
	/** The stored tags with these numbers instead of theirs. Throws WrongFields for an unknown number. */
	change(stored: readonly string[], numbers: readonly number[] | undefined): string[];
}

export async function createRecordTags({tags, libraries}: Pick<RouteDeps, 'tags' | 'libraries'>): Promise<RecordTags> {
	const [labels, named] = await Promise.all([tags.list(), libraries.list()]);
	const ofLibraries = new Set(named.flatMap(({id, name}) => [id.toLowerCase(), name.toLowerCase()]));
	const byLabel = new Map(labels.map(({label, number}) => [label, number]));
	const byNumber = new Map(labels.map(({label, number}) => [number, label]));
	const numberOf = (tag: string) => (ofLibraries.has(tag.trim().toLowerCase()) ? undefined : byLabel.get(toLabel(tag)));
	const numbersOf = (given: readonly string[]) => [...new Set(given.flatMap(tag => numberOf(tag) ?? []))].sort((a, b) => a - b);
	return {
		numbersOf,
		change(stored, numbers) {
			const wanted = [...new Set(numbers ?? [])].sort((a, b) => a - b);
			if (numbers === undefined || isDeepStrictEqual(wanted, numbersOf(stored))) {
				return [...stored];
			}
			const kept = stored.filter(tag => numberOf(tag) === undefined);
			return [...kept, ...wanted.map(number => byNumber.get(number) ?? fail('Tags', `There is no tag with the number ${number}.`, number))];
		},
	};
}
