import type {RouteDeps} from '#api/services.ts';
import type {ImportExclusion} from '#shared/store/libraries/import-exclusions.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {pageIn, pageOfAll, presentPage} from './pages.ts';
import {metaIdOf} from './series.ts';
import {idOf, titleKind} from './tables.ts';
import {integerIn, largestNumber, notFound, textIn, WrongFields, wrong} from './wire.ts';

/** Titles that no list and no scan adds. Movies and series have paths of their own. */
export function exclusionRoutes(deps: RouteDeps): FaceRoute[] {
	return [...routesOf('movies', ['exclusions', 'importlistexclusion'], deps), ...routesOf('tv', ['importlistexclusion'], deps)];
}

function routesOf(face: 'movies' | 'tv', paths: readonly string[], deps: RouteDeps): FaceRoute[] {
	const {importExclusions, numbers, now} = deps;
	const kind = titleKind(face);

	async function all() {
		const rows = await importExclusions.ofType(kind);
		const own = await numbers.of(
			'exclusion',
			rows.map(({id}) => id),
		);
		const shownRows = rows.flatMap(row => {
			const number = own.get(row.id);
			return number === undefined ? [] : [present(row, number)];
		});
		return shownRows.sort((a, b) => a.id - b.id);
	}

	// Zero stands for a series whose number at TVDB nobody has told.
	const present = ({metaId, tvMetaId, title, year}: ImportExclusion, id: number) =>
		face === 'movies' ? {id, tmdbId: metaId, movieTitle: title, movieYear: year ?? 0} : {id, tvdbId: tvMetaId ?? 0, title};
	const find = async (number: number) => (await all()).find(({id}) => id === number) ?? missing();

	async function add(body: unknown, call: FaceCall) {
		const given = integerIn(body, face === 'movies' ? 'tmdbId' : 'tvdbId') ?? 0;
		const title = textIn(body, face === 'movies' ? 'movieTitle' : 'title') ?? '';
		const year = integerIn(body, 'movieYear') ?? 0;
		const property = face === 'movies' ? 'TmdbId' : 'TvdbId';
		if (given < 1) {
			throw wrong(property, `'${property}' must be greater than '0'.`, given);
		}
		if (given > largestNumber) {
			throw wrong(property, `'${property}' must be less than or equal to '${largestNumber}'.`, given);
		}
		const metaId = face === 'movies' ? given : await metaIdOf(null, given, call);
		if (await importExclusions.has(kind, metaId, null)) {
			const errorMessage = 'This exclusion has already been added.';
			throw new WrongFields({
				propertyName: property,
				errorMessage,
				attemptedValue: given,
				errorCode: 'ImportListExclusionExistsValidator',
			});
		}
		const known = {type: kind, metaId, ...(face === 'tv' && {tvMetaId: given})};
		const {id} = await importExclusions.add({...known, title, year: year > 0 ? year : null, libraryId: null}, now());
		return find((await numbers.of('exclusion', [id])).get(id) ?? 0);
	}

	return paths.flatMap(path => [
		faceRoute(`GET ${path}`, face, async () => shown(await all())),
		faceRoute(`GET ${path}/paged`, face, async call => {
			const [page, rows] = [pageIn(call.query, 'id'), await all()];
			return shown(presentPage(page, rows.length, pageOfAll(page, rows)));
		}),
		faceRoute(`GET ${path}/:n`, face, async call => shown(await find(call.number()))),
		faceRoute(`POST ${path}`, face, async (call: FaceCall) => ({status: 201, body: await add(call.body, call)})),
		faceRoute(`POST ${path}/bulk`, face, async call => {
			const added = [];
			for (const each of Array.isArray(call.body) ? call.body : []) {
				added.push(await add(each, call));
			}
			return shown(added);
		}),
		faceRoute(`PUT ${path}/:n`, face, async call => accepted(await find(call.number()))),
		faceRoute(`DELETE ${path}/:n`, face, async call => {
			await call.ask('DELETE /api/import-exclusions/:id', {params: {id: await idOf(deps, 'exclusion', call.number())}});
			return removed;
		}),
	]);
}

function missing(): never {
	throw notFound();
}
