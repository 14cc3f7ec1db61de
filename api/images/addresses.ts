import {createHmac, hash, timingSafeEqual} from 'node:crypto';
import {createCache} from '#shared/coordination/cache.ts';
import type {CastMember, Image} from '#shared/domain/media/title.ts';
import type {Settings} from '#shared/settings/settings.ts';

/** The addresses of pictures as replies show them. */
export interface ImageAddresses {
	/** Our address of a picture at the provider, the provider's own, or null, as the setting `images.source` says. */
	shown(url: string | null): string | null;
	/** The same record with the addresses that a reply shows. */
	inRecord<T extends Pictured>(record: T): T;
	/** The provider's address behind our own; null if we did not make it. */
	read(hash: string): string | null;
}

interface Pictured {
	posterUrl?: string | null;
	backdropUrl?: string | null;
	images?: Image[];
	cast?: CastMember[];
	actors?: CastMember[];
}

interface AddressOptions {
	settings: Pick<Settings, 'get'>;
	basePath: string;
	/** 64 hexadecimal digits. */
	secretKey: string;
}

/** Characters of base64url: 132 bits. */
const signatureSize = 22;
/** Cached addresses: signing each one again would slow down lists. */
const maxKnown = 20_000;
/** Characters. */
const longestHash = 2000;

/**
 * An address holds the provider's address and its signature, so nothing needs to be stored for it, and a caller can
 * only have pictures fetched that a reply named.
 */
export function createImageAddresses({settings, basePath, secretKey}: AddressOptions): ImageAddresses {
	const secret = createHmac('sha256', secretKey).update('addresses of images').digest();
	const known = createCache<string>({max: maxKnown});
	const hmac = createQuickHmac(secret);
	const sign = (text: string) => hmac(text).slice(0, signatureSize);

	const ours = (url: string) => known.get(url, () => `${basePath}/api/images/${sign(url)}${Buffer.from(url).toString('base64url')}`);

	function shown(url: string | null): string | null {
		const source = settings.get('images.source');
		if (!url || source === 'none') {
			return null;
		}
		return source === 'provider' ? url : ours(url);
	}

	function shownAll(images: readonly Image[]): Image[] {
		return images.flatMap(({type, url}) => {
			const address = shown(url);
			return address === null ? [] : [{url: address, type}];
		});
	}

	const portrayed = (people: readonly CastMember[]): CastMember[] =>
		people.map(each => (each.pictureUrl ? {...each, pictureUrl: shown(each.pictureUrl)} : each));

	return {
		shown,
		inRecord: record => ({
			...record,
			...(record.posterUrl && {posterUrl: shown(record.posterUrl)}),
			...(record.backdropUrl && {backdropUrl: shown(record.backdropUrl)}),
			...(record.images && {images: shownAll(record.images)}),
			...(record.cast && {cast: portrayed(record.cast)}),
			...(record.actors && {actors: portrayed(record.actors)}),
		}),
		read(hash) {
			if (hash.length <= signatureSize || hash.length > longestHash) {
				return null;
			}
			const url = Buffer.from(hash.slice(signatureSize), 'base64url').toString('utf8');
			const [given, right] = [Buffer.from(hash), Buffer.from(`${sign(url)}${Buffer.from(url).toString('base64url')}`)];
			return given.length === right.length && timingSafeEqual(given, right) ? url : null;
		},
	};
}

/** Bytes of a block of SHA-256, and what HMAC mixes with its key. */
const blockSize = 64;
const inner = 0x36;
const outer = 0x5c;

/** HMAC-SHA-256 by its two hashes, for many short texts: making an object for each one takes Node six times as long. */
function createQuickHmac(key: Buffer): (text: string) => string {
	const padded = Buffer.concat([key, Buffer.alloc(blockSize - key.length)]);
	const [first, last] = [padded.map(byte => byte ^ inner), padded.map(byte => byte ^ outer)];
	return text => hash('sha256', Buffer.concat([last, hash('sha256', Buffer.concat([first, Buffer.from(text)]), 'buffer')]), 'base64url');
}
