import {randomUUID} from 'node:crypto';
import Joi from 'joi';
import {askPool} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {maxDefinitionBytes} from '#shared/domain/definitions/definition.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import {showDefinition} from '#shared/jobs/connections.ts';
import {flag, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {objectOf, plainView} from '#shared/presenters/view.ts';
import {createDefinitionStore, definitionKeys} from '#shared/store/definitions/definitions.ts';

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
const shown = plainView({folder: text.description('Where the files are.'), definitions: own.list}, 'OwnDefinitions');
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
	const {http, indexers} = deps;
	const files = createDefinitionStore({dataDir: http.dataDir});

	/** Only the workers know what they understand. Until then the text has a name of its own, which nobody uses. */
	async function check(text: string): Promise<{name: string | null; faults: string[]; isUsable: boolean}> {
		const key = `checked-${randomUUID()}`;
		await files.write(key, text);
		const found = await askPool(deps, showDefinition, {key}, checkMs)
			.catch(error => {
				const message = `The workers do not find the file in ${files.folder}. Put it into the folder definitions of their DATA_DIR.`;
				throw error instanceof NotFound ? new Conflict('folder_not_shared', message) : error;
			})
			.finally(() => files.remove(key));
		const faults = found.faults.map(({place, reason}) => [place, reason].filter(Boolean).join(': '));
		return {name: found.entry?.name ?? null, faults: faults.slice(0, maxFaults), isUsable: found.entry !== null};
	}

	return [
		route(`GET ${path}`, {access: 'admin'}, async () => {
			const [keys, all] = await Promise.all([files.keys(), indexers.list()]);
			const definitions = keys.map(key => ({key, usedBy: all.filter(({definition}) => definition === key).map(({name}) => name)}));
			return ok(shown.present({folder: files.folder, definitions}));
		}),
		route(`PUT ${path}/:key`, {access: 'admin', limit: 'lookups', params: keyParams, body: fileBody}, async ({params: {key}, body}) => {
			const {name, faults, isUsable} = await check(body.text);
			if (!isUsable) {
				throw invalid(faults.map(fault => ({path: 'text', message: `text cannot be used: ${fault}`})));
			}
			const replaced = (await files.text(key)) !== null;
			await files.write(key, body.text);
			return ok(checked.present({key, name, replaced, faults}));
		}),
		route(`DELETE ${path}/:key`, {access: 'admin', params: keyParams}, async ({params: {key}}) => {
			if (!(await files.remove(key))) {
				throw new NotFound('definition_not_found', `There is no file ${key}.yml in ${files.folder}.`);
			}
			return noContent;
		}),
	];
}

export const ownDefinitionsOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listOwnDefinitions',
		summary: 'List the files of the folder of definitions',
		replies: {200: objectOf(shown.fields)},
	},
	[`PUT ${path}/:key`]: {
		id: 'putOwnDefinition',
		summary: 'Check a file that describes a site, and put it into the folder of definitions',
		replies: {200: checked.schema},
		failures: [409, 503],
	},
	[`DELETE ${path}/:key`]: {id: 'deleteOwnDefinition', summary: 'Remove a file from the folder of definitions', replies: {204: null}},
};
