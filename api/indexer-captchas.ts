import Joi from 'joi';
import {asTheirs, testLimitMs} from '#api/http/asks/tested-peers.ts';
import {asSecret, idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {connectionWorks, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {NotFound} from '#shared/errors.ts';
import {answerLoginCaptcha, showLoginCaptcha} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {flag, oneOf, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {objectOf, plainView} from '#shared/presenters/view.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';

const path = '/api/indexer-captchas';

const captcha = plainView(
	{
		indexerId: text,
		indexerName: text,
		kind: oneOf(['captcha', 'code']).description('What is asked for: what a captcha shows, or the code that a second device shows now.'),
		hasPicture: flag.description('Whether there is a picture to read now.'),
		question: textOrNull.description('A question in words, where the site shows no picture.'),
		expiresAt: timestampOrNull.description('The answer is taken until then; null when a new captcha has to be fetched first.'),
	},
	'IndexerCaptcha',
);

const shownCaptcha = plainView(
	{
		isLoggedIn: flag.description('The login took no captcha this time, so nothing has to be answered.'),
		captcha: captcha.orNull,
	},
	'ShownCaptcha',
);

/** A browser loads a picture anew only if its address is another one. */
const pictureQuery = Joi.object<{until?: string}, true>({
	until: Joi.string().isoDate().description('Of the captcha, so that each has an address of its own.'),
});

const answerBody = Joi.object<{answer: string}, true>({
	answer: asSecret(Joi.string().max(200).pattern(/\S/, 'more than white space'))
		.required()
		.example('x7kqp')
		.description('What the picture shows, or the answer to the question.'),
});

/** What only a person can enter at the login of an indexer: captchas, and codes of second devices. */
export function indexerCaptchasRoutes(deps: RouteDeps): Route[] {
	const {indexers, jobs, secrets, settings} = deps;
	const captchas = createLoginCaptchas(deps);

	async function show({id, name}: {id: string; name: string}) {
		const waiting = await captchas.find(id);
		return captcha.present({
			indexerId: id,
			indexerName: name,
			kind: waiting && waiting.page === null ? ('code' as const) : ('captcha' as const),
			hasPicture: typeof waiting?.picture === 'string',
			question: waiting?.question ?? null,
			expiresAt: waiting?.expiresAt ?? null,
		});
	}

	/** Solving a challenge takes extra time. */
	const limitOf = (indexer: {captcha: boolean}) => testLimitMs + (indexer.captcha ? settings.get('captcha.timeout') * 1000 : 0);

	return [
		route(`GET ${path}`, {access: 'admin'}, async () => {
			const sites = (await indexers.list()).filter(({kind}) => kind === 'definition');
			const needing = new Set(await captchas.needing(sites.map(({id}) => id)));
			return ok({captchas: await Promise.all(sites.filter(({id}) => needing.has(id)).map(show))});
		}),
		route(`GET ${path}/:id/picture`, {access: 'admin', params: idParams, query: pictureQuery}, async ({params, response}) => {
			const bytes = Buffer.from((await captchas.find(params.id))?.picture ?? '', 'base64');
			const type = pictureTypeOf(bytes);
			if (type === null) {
				throw new NotFound('captcha_gone', 'The captcha has expired, or was answered already. Ask for a new one.');
			}
			response.status(200).set({
				'Content-Type': type,
				'Content-Length': String(bytes.length),
				'Content-Disposition': 'inline',
				'Content-Security-Policy': "default-src 'none'; sandbox",
				'Cache-Control': 'no-store',
				'X-Content-Type-Options': 'nosniff',
			});
			response.end(bytes);
			return null;
		}),
		route(`POST ${path}/:id/fetch`, {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const indexer = await indexers.get(params.id);
			const {isLoggedIn} = await asTheirs(jobs.ask(showLoginCaptcha, {indexerId: indexer.id}, {timeoutMs: limitOf(indexer)}));
			return ok(shownCaptcha.present({isLoggedIn, captcha: isLoggedIn ? null : await show(indexer)}));
		}),
		route(
			`POST ${path}/:id/answer`,
			{access: 'admin', limit: 'tests', params: idParams, body: answerBody, audit: 'indexers.captcha'},
			async ({params, body}) => {
				const indexer = await indexers.get(params.id);
				const sealed = sealPayload(answerLoginCaptcha, {answer: body.answer.trim()}, secrets);
				const asked = jobs.ask(answerLoginCaptcha, {indexerId: indexer.id, sealed}, {timeoutMs: limitOf(indexer)});
				return ok(connectionWorks.present({message: `${indexer.name} took the answer, and works.`, ...(await asTheirs(asked))}));
			},
		),
	];
}

export const indexerCaptchasOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listIndexerCaptchas',
		summary: 'List the indexers whose logins need a person to answer a captcha, or to enter a code',
		replies: {200: objectOf({captchas: captcha.list})},
	},
	[`GET ${path}/:id/picture`]: {
		id: 'getIndexerCaptchaPicture',
		summary: 'The picture of a captcha',
		replies: {200: {mediaType: 'image/*', description: 'A GIF, JPEG, PNG or WebP picture of at most 256 KiB.'}},
	},
	[`POST ${path}/:id/fetch`]: {
		id: 'fetchIndexerCaptcha',
		summary: 'Restart the login of an indexer, which fetches a captcha if its site shows one',
		replies: {200: shownCaptcha.schema},
		failures: [400, 409],
	},
	[`POST ${path}/:id/answer`]: {
		id: 'answerIndexerCaptcha',
		summary: 'Answer a captcha, which ends the login, and test the indexer',
		replies: {200: connectionWorks.schema},
		failures: [409],
	},
};
