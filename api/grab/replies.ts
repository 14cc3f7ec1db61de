import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {isTrue, text, textOrNull} from '#api/http/replies/reply-fields.ts';

export const grabOperations: Operations = {
	'POST /api/download/grab': {
		summary: 'Hand a found release to a download client',
		replies: {201: Joi.object({success: isTrue, downloadId: textOrNull, queueId: text, title: text, message: text})},
		failures: [404, 409, 502],
	},
};
