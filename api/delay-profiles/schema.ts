import Joi from 'joi';
import {readOnlyFields, tagsField} from '#api/http/fields.ts';
import {preferredProtocols} from '#shared/domain/decisions/delay-profile.ts';
import type {NewDelayProfile} from '#shared/store/profiles/delay-profiles.ts';

const longestOrder = 2_147_483_647;
/** A week in minutes, the same limit as in the settings. */
const longestDelay = 10_080;
const score = Joi.number().integer().min(-1_000_000).max(1_000_000);

const fields = {
	order: Joi.number().integer().min(0).max(longestOrder),
	tags: tagsField(),
	preferredProtocol: Joi.string().valid(...preferredProtocols),
	enableTorrent: Joi.boolean(),
	enableUsenet: Joi.boolean(),
	torrentDelayMinutes: Joi.number().integer().min(0).max(longestDelay),
	usenetDelayMinutes: Joi.number().integer().min(0).max(longestDelay),
	bypassIfHighestQuality: Joi.boolean(),
	bypassIfAboveFormatScore: Joi.boolean(),
	minimumFormatScore: score,
};

/** Body of a new profile; without an order it is placed last. */
export type AddDelayProfileBody = Omit<NewDelayProfile, 'order'> & {order?: number};
export const addDelayProfileBody = Joi.object<AddDelayProfileBody>({
	order: fields.order,
	tags: fields.tags.min(1).required(),
	preferredProtocol: fields.preferredProtocol.default('any'),
	enableTorrent: fields.enableTorrent.default(true),
	enableUsenet: fields.enableUsenet.default(true),
	torrentDelayMinutes: fields.torrentDelayMinutes.default(0),
	usenetDelayMinutes: fields.usenetDelayMinutes.default(0),
	bypassIfHighestQuality: fields.bypassIfHighestQuality.default(true),
	bypassIfAboveFormatScore: fields.bypassIfAboveFormatScore.default(false),
	minimumFormatScore: score.default(0),
});
export const editDelayProfileBody = Joi.object<Partial<NewDelayProfile>>({...fields, ...readOnlyFields('isDefault')});
