import {NotFound} from '#shared/errors.ts';
import type {ListDefinitions, ListedDefinition, listDefinitions, showDefinition} from '#shared/jobs/connections.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleListDefinitions: Handler<typeof listDefinitions, 'definitionCatalogue'> = async (
	wanted,
	{definitionCatalogue},
	{signal},
) => {
	const all = await definitionCatalogue.list(signal);
	const found = all.filter(isWanted(wanted)).toSorted((a, b) => rankOf(a) - rankOf(b) || nameOf(a).localeCompare(nameOf(b), 'en'));
	const {page, limit} = wanted;
	const languages = [...new Set(all.flatMap(({entry}) => entry?.language ?? []))].toSorted();
	return {definitions: found.slice((page - 1) * limit, page * limit), total: found.length, languages};
};

/** Sites that have what a library is made of come first. */
const rankOf = ({entry}: ListedDefinition) => (entry?.hasMovies || entry?.hasSeries ? 0 : 1);
const nameOf = ({key, entry}: ListedDefinition) => entry?.name ?? key;

function isWanted({search, language, privacy, type, categories, adult, faulty}: ListDefinitions): (listed: ListedDefinition) => boolean {
	const text = search?.toLowerCase() ?? '';
	return ({key, entry}) => {
		if (!entry || faulty) {
			return entry === null && faulty && key.toLowerCase().includes(text);
		}
		const {name, description} = entry;
		const isFound = [key, name, description ?? ''].some(each => each.toLowerCase().includes(text));
		const isOfKind = (language ?? entry.language) === entry.language && (privacy ?? entry.privacy) === entry.privacy;
		const hasType = type === null || (type === 'movies' ? entry.hasMovies : entry.hasSeries);
		const hasAll = categories.every(wanted => entry.categories.some(each => each === wanted || isBelow(each, wanted)));
		return isFound && isOfKind && hasType && hasAll && (adult || !entry.isAdultOnly);
	};
}

/** Whole thousands are above the others. */
const isBelow = (category: number, parent: number) => parent % 1000 === 0 && Math.floor(category / 1000) * 1000 === parent;

export const handleShowDefinition: Handler<typeof showDefinition, 'definitionCatalogue'> = async ({key}, {definitionCatalogue}) => {
	const found = await definitionCatalogue.show(key);
	if (!found) {
		throw new NotFound('definition_not_found', `There is no definition ${key} in the folder of definitions.`);
	}
	return {...found.listed, settings: found.settings, requestDelaySeconds: found.requestDelaySeconds};
};
