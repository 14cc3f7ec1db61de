import type {RouteDeps} from '#api/services.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import {rootsOf, type Scope} from './scope.ts';
import {notFound, wrong} from './wire.ts';

/** The numbers and names of what titles refer to. */
export interface Tables {
	profileNumber(id: string): number;
	/** Null for an unknown number. */
	profileId(number: number): string | null;
	tagNumbers(labels: readonly string[]): number[];
	/** Throws WrongFields for an unknown number. */
	labels(numbers: readonly number[], property?: string): string[];
	formats(ids: readonly string[]): {id: number; name: string}[];
	roots: readonly string[];
}

export async function readTables(scope: Scope, deps: RouteDeps): Promise<Tables> {
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
	const byNumber = new Map([...ofProfiles].map(([id, number]) => [number, id]));
	const byLabel = new Map(labels.map(({label, number}) => [label, number]));
	const named = new Map(labels.map(({label, number}) => [number, label]));
	const formatNames = new Map(formats.map(({id, name}) => [id, name]));
	return {
		profileNumber: id => ofProfiles.get(id) ?? 0,
		profileId: number => byNumber.get(number) ?? null,
		tagNumbers: given => given.flatMap(label => byLabel.get(label) ?? []),
		labels: (given, property = 'tags') =>
			given.map(number => named.get(number) ?? fail(property, `There is no tag with the number ${number}.`, number)),
		formats: ids =>
			ids.flatMap(id => {
				const [number, name] = [ofFormats.get(id), formatNames.get(id)];
				return number === undefined || name === undefined ? [] : [{id: number, name}];
			}),
		roots: (await rootsOf(scope, roots, deps)).map(({path}) => path),
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
