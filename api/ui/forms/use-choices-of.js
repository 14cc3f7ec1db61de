import {useData} from '../state/use-data.js';

/** The names of a list of records. @param {string} path */
export function useChoicesOf(path) {
	/** @type {import('../state/use-data.js').Data<Record<string, any[]>>} */
	const {data, error} = useData(path);
	const records = Object.values(data ?? {}).find(Array.isArray) ?? [];
	return {choices: records.map(({id, name, path: folder}) => ({value: String(id), label: String(folder ?? name)})), error};
}

/**
 * The list that a field like `downloadClientId` refers to, if the service has one: `/api/download-clients`.
 * @param {string} name
 * @param {import('../schema/document.js').OpenApi} document
 */
export function listBehind(name, {paths}) {
	if (!/[a-z]Id$/.test(name)) {
		return null;
	}
	const kebab = name.slice(0, -2).replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
	const path = `/api/${kebab.endsWith('y') ? `${kebab.slice(0, -1)}ies` : `${kebab}s`}`;
	return paths[path]?.['get'] ? path.slice(1) : null;
}
