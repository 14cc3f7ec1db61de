import {randomUUID} from 'node:crypto';
import Joi from 'joi';
import {askPool} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {maxDefinitionBytes} from '#shared/domain/definitions/definition.ts';
import {NotFound} from '#shared/errors.ts';
import {showDefinition} from '#shared/jobs/connections.ts';
import {machineOf} from '#shared/machines/machine.ts';
import {flag, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {objectOf, plainView} from '#shared/presenters/view.ts';
import {createDefinitionFolder, createOwnDefinitions, definitionKeys} from '#shared/store/definitions/definitions.ts';

const path = '/api/own-definitions';
/** Milliseconds for a worker to check a file. */
const checkMs = 20_000;
/** Faults that a refusal names. */
const maxFaults = 20;

const keyParams = Joi.object<{key: string}, true>({
	key: Joi.string().max(100).pattern(definitionKeys).required().description('Name of the file without `.yml`.'),
});
const fileBody = Joi.object<{text: string}, true>({
	text: Joi.string()
		.max(maxDefinitionBytes)
		.required()
		.example('id: meadow\nname: Meadow\n')
		.description('The whole file, in YAML as Prowlarr and Jackett have it.'),
});

const own = plainView(
	{
		key: text.description('Name of the file without `.yml`.'),
		usedBy: texts.description('Names of the indexers that use it.'),
	},
	'OwnDefinition',
);
const shown = plainView(
	{folder: text.description('Files that are put here, on any machine, are taken over.'), definitions: own.list},
	'OwnDefinitions',
);
const checked = plainView(
	{
		key: text.description('Name of the file without `.yml`.'),
		name: textOrNull.description('The site that it describes.'),
		replaced: flag.description('Whether there was a file of this name before.'),
		faults: texts.description('Parts that are not understood. The site can be searched all the same.'),
	},
	'CheckedDefinition',
);

/** Files of people that describe sites. They take precedence over those of the package. */
export function ownDefinitionsRoutes(deps: RouteDeps): Route[] {
	const {http, indexers, ownDefinitions, now} = deps;
	const folder = createDefinitionFolder(http);
	const machineId = async () => (await machineOf(http.dataDir)).id;
	const own = createOwnDefinitions({folder, own: ownDefinitions, machineId, now});

	/** Only the workers know what they understand. Until then the text has a name of its own, which nobody uses. */
	async function check(text: string): Promise<{name: string | null; faults: string[]; isUsable: boolean}> {
		const draft = {id: randomUUID(), at: now()};
		const found = await ownDefinitions.withDraft(text, draft, key => askPool(deps, showDefinition, {key}, checkMs));
		const faults = found.faults.map(({place, reason}) => [place, reason].filter(Boolean).join(': '));
		return {name: found.entry?.name ?? null, faults: faults.slice(0, maxFaults), isUsable: found.entry !== null};
	}

	return [
		route(`GET ${path}`, {access: 'admin'}, async () => {
			const [keys, all] = await Promise.all([own.keys(), indexers.list()]);
			const definitions = keys.map(key => ({key, usedBy: all.filter(({definition}) => definition === key).map(({name}) => name)}));
			return ok(shown.present({folder: folder.folder, definitions}));
		}),
		route(`PUT ${path}/:key`, {access: 'admin', limit: 'lookups', params: keyParams, body: fileBody}, async ({params: {key}, body}) => {
			const {name, faults, isUsable} = await check(body.text);
			if (!isUsable) {
				throw invalid(faults.map(fault => ({path: 'text', message: `text cannot be used: ${fault}`})));
			}
			const replaced = (await own.text(key)) !== null;
			await ownDefinitions.put(key, body.text, {from: null, at: now()});
			return ok(checked.present({key, name, replaced, faults}));
		}),
		route(`DELETE ${path}/:key`, {access: 'admin', params: keyParams}, async ({params: {key}}) => {
			const wasThere = (await own.text(key)) !== null;
			await folder.remove(key);
			if (!wasThere) {
				throw new NotFound('definition_not_found', `There is no definition ${key} of your own.`);
			}
			await ownDefinitions.remove(key, now());
			return noContent;
		}),
	];
}

export const ownDefinitionsOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listOwnDefinitions',
		summary: 'List your own definitions, which all machines share',
		replies: {200: objectOf(shown.fields)},
	},
	[`PUT ${path}/:key`]: {
		id: 'putOwnDefinition',
		summary: 'Check a file that describes a site, and keep it for all machines',
		replies: {200: checked.schema},
		failures: [503],
	},
	[`DELETE ${path}/:key`]: {id: 'deleteOwnDefinition', summary: 'Remove a definition of your own', replies: {204: null}},
};
