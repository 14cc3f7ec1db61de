import type Joi from 'joi';
import {exampleOf} from './examples/example-of.ts';
import type {JsonSchema} from './json-schema.ts';
import type {Parameter} from './parameters.ts';
import {toJsonSchema} from './to-json-schema.ts';

/** A request that this service sends. */
export interface SentWebhook {
	/** When it is sent. */
	summary: string;
	body: Joi.Schema;
}
/** By the name of the event. */
export type SentWebhooks = Readonly<Record<string, SentWebhook>>;

interface DocumentedWebhook {
	operationId: string;
	summary: string;
	tags: string[];
	parameters: readonly Parameter[];
	requestBody: {required: true; content: Record<string, {schema: JsonSchema; example: unknown}>};
	responses: Record<string, {description: string}>;
}

const header = (name: string, description: string): Parameter => ({
	name,
	in: 'header',
	required: true,
	schema: {type: 'string'},
	description,
});

/** By standardwebhooks.com. */
const signature = [
	header('webhook-id', 'Id of the message. All tries of a message have the same one, so that a receiver can tell what it has already.'),
	header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
	header('webhook-signature', '`v1,` and the HMAC-SHA-256 of `id.timestamp.body` with the secret, in base64, as Standard Webhooks say.'),
];

/** OpenAPI's webhooks: what receivers of notifications must answer. Named schemas are added to `named`. */
export function toWebhooks(webhooks: SentWebhooks, named: Map<string, JsonSchema>): Record<string, {post: DocumentedWebhook}> {
	return Object.fromEntries(
		Object.entries(webhooks).map(([event, {summary, body}]) => {
			const schema = toJsonSchema(body, {direction: 'reply', named, owner: 'webhooks'});
			const post: DocumentedWebhook = {
				operationId: `receive${event.charAt(0).toUpperCase()}${event.slice(1)}`,
				summary,
				tags: ['notifications'],
				parameters: signature,
				requestBody: {required: true, content: {'application/json': {schema, example: exampleOf(schema, named)}}},
				responses: {
					'2XX': {description: 'The receiver has the message.'},
					410: {description: 'The receiver wants nothing more.'},
					default: {description: 'The message is sent again later, as if there were no answer within 10 seconds.'},
				},
			};
			return [event, {post}];
		}),
	);
}
