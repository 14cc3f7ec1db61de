import Joi from 'joi';
import {type PageQuery, pageFields} from '#api/http/replies.ts';
import {type Protocol, protocols} from '#shared/domain/release/release.ts';
import type {BlocklistEntry} from '#shared/store/downloads/blocklist.ts';

export interface BlocklistQuery extends PageQuery {
	movieId?: string;
	seriesId?: string;
}
export const blocklistQuery = Joi.object<BlocklistQuery, true>({
	...pageFields(),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
});

export type AddBlocklistBody = Omit<BlocklistEntry, 'id' | 'addedAt'>;

const id = Joi.string().max(100).allow(null).default(null);
const text = (longest: number) => Joi.string().max(longest).allow(null).default(null);

/** A release is recognised by its infohash, or by its guid: as replies show it, or as its indexer writes it. */
export const addBlocklistBody = Joi.object<AddBlocklistBody>({
	title: Joi.string().max(1000).required(),
	guid: text(2000),
	infoHash: Joi.string()
		.pattern(/^[\da-f]{40}$/, '40 lower-case hexadecimal digits')
		.allow(null)
		.default(null),
	indexer: text(200),
	indexerId: id,
	protocol: Joi.string<Protocol>()
		.valid(...protocols)
		.required(),
	size: Joi.number().integer().min(0).allow(null).default(null),
	reason: Joi.string().max(1000).default('Blocklisted by hand.'),
	movieId: id,
	seriesId: id,
	episodeIds: Joi.array().items(Joi.string().max(100)).max(1000).default([]),
}).example({
	title: 'Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL',
	guid: 'http://indexer.example/details/1',
	indexer: 'Prowlarr',
	protocol: 'torrent',
});
