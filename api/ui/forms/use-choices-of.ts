import type {OpenApi} from '../schema/document.ts';
import {type Data, useData} from '../state/use-data.ts';

/** The names of a list of records. */
export function useChoicesOf(path: string) {
	const {data, error}: Data<Record<string, any[]>> = useData(path);
	const records = Object.values(data ?? {}).find(Array.isArray) ?? [];
	return {choices: records.map(({id, name, path: folder}) => ({value: String(id), label: String(folder ?? name)})), error};
}

/** The list that a field like `downloadClientId` refers to, if the service has one: `/api/download-clients`. */
export function listBehind(name: string, {paths}: OpenApi) {
	if (!/[a-z]Id$/.test(name)) {
		return null;
	}
	const kebab = name.slice(0, -2).replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
	const path = `/api/${kebab.endsWith('y') ? `${kebab.slice(0, -1)}ies` : `${kebab}s`}`;
	return paths[path]?.['get'] ? path.slice(1) : null;
}
