import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {integer, oneOf, text, textOrNull, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {plainView} from '#shared/presenters/view.ts';
import {definitionStates} from '#shared/store/definitions/used-definitions.ts';

const path = '/api/definition-package';

const waiting = plainView({
	hash: text.description('SHA-256 of the file that waits; consent names it.'),
	hosts: texts.description('Hosts that the definition in use does not name.'),
});
const used = plainView(
	{
		indexerId: text,
		indexerName: text,
		definition: text.description('Key of the definition.'),
		state: oneOf(definitionStates).description(
			'`vanished`: it is neither in the folder nor in the package any more. `faulty`: it is there, but cannot be used. `waiting`: its update needs consent. In all three cases the indexer keeps using the previous file.',
		),
		faults: integer.description('Number of places in the definition that are not understood.'),
		waiting: waiting.orNull,
		replaced: textOrNull.description('The definition that this one took the place of.'),
	},
	'UsedDefinition',
);
const shown = plainView(
	{
		address: text.description('The setting `definitions.packageUrl`.'),
		total: integer.description('Files of the package in use.'),
		usable: integer.description('Those that can be used.'),
		sha256: textOrNull.description('SHA-256 of the package that was read last.'),
		takenAt: timestampOrNull.description('When the package in use was taken.'),
		checkedAt: timestampOrNull.description('When it was last looked for a newer one.'),
		error: textOrNull.description('Why nothing was taken then; null when all was well.'),
		used: used.list,
	},
	'DefinitionPackage',
);

const consentBody = Joi.object<{indexerId: string; hash: string}, true>({
	indexerId: Joi.string().max(100).required().description('The indexer whose definition may change its hosts.'),
	hash: Joi.string()
		.pattern(/^[\da-f]{64}$/)
		.required()
		.example('0'.repeat(64))
		.description('The `hash` of the update that waits.'),
});

export function definitionPackageRoutes(deps: RouteDeps): Route[] {
	const {packagedDefinitions, usedDefinitions, indexers, settings, now} = deps;

	async function show() {
		const [state, all, named] = await Promise.all([packagedDefinitions.state(), usedDefinitions.list(), indexers.list()]);
		const nameOf = new Map(named.map(({id, name}) => [id, name]));
		const mine = all.filter(({indexerId}) => nameOf.has(indexerId));
		return shown.present({
			...state,
			address: settings.get('definitions.packageUrl'),
			used: mine.map(({indexerId, key, state: each, faults, waiting: update, replaced}) => ({
				indexerId,
				indexerName: nameOf.get(indexerId) ?? '',
				definition: key,
				state: each,
				faults,
				waiting: update,
				replaced: replaced?.key ?? null,
			})),
		});
	}

	return [
		route(`GET ${path}`, {access: 'admin'}, async () => ok(await show())),
		route(`POST ${path}/consent`, {access: 'admin', audit: 'definitions.agreed', body: consentBody}, async ({body}) => {
			if (!(await usedDefinitions.agree(body.indexerId, body.hash, now()))) {
				throw new Conflict('changed_meanwhile', 'No such update waits any more. Look at the list again.');
			}
			return ok(await show());
		}),
	];
}

export const definitionPackageOperations: Operations = {
	[`GET ${path}`]: {
		id: 'getDefinitionPackage',
		summary: 'Show the package of definitions, and the definitions that indexers use',
		replies: {200: shown.schema},
	},
	[`POST ${path}/consent`]: {
		id: 'agreeToDefinition',
		summary: 'Let an indexer use an update of its definition that names other hosts',
		replies: {200: shown.schema},
		failures: [409],
	},
};
