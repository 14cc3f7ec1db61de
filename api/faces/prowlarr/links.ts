import {createHmac, timingSafeEqual} from 'node:crypto';
import type {Request} from 'express';
import type {KeyCaller} from '#api/http/access/callers.ts';
import {type ApiKeyStore, isExpired} from '#shared/store/accounts/api-keys.ts';
import type {FaceQuery} from '../wire.ts';

/** A release at an indexer, as a link names it. */
interface Linked {
	/** The number of its indexer. */
	number: number;
	guid: string;
	title: string;
}

export type Links = ReturnType<typeof createLinks>;

/** Characters of base64url: an id of 128 bits, and a signature of 132. */
const idSize = 22;
const signatureSize = 22;
/** Characters. */
const longestLink = 1000;
const longestTitle = 1000;

interface LinkOptions {
	apiKeys: Pick<ApiKeyStore, 'find'>;
	/** 64 hexadecimal digits. */
	secretKey: string;
	now(): Date;
}

/**
 * Links to the files of releases, for download clients and other programs, which send no key with them. A link names
 * the key that asked and the release, and is signed. It holds nothing of the address at the site.
 */
export function createLinks({apiKeys, secretKey, now}: LinkOptions) {
	const secret = createHmac('sha256', secretKey).update('links to releases').digest();
	const sign = (keyId: string, {number, guid, title}: Linked) =>
		createHmac('sha256', secret)
			.update(JSON.stringify([keyId, number, guid, title]))
			.digest('base64url')
			.slice(0, signatureSize);

	/** Null for a link that we did not make. */
	function read(number: number, query: FaceQuery): (Linked & {keyId: string}) | null {
		const [link, title] = [query.text('link') ?? '', query.text('file') ?? ''];
		if (link.length <= idSize + signatureSize || link.length > longestLink || title.length > longestTitle) {
			return null;
		}
		const keyId = toUuid(link.slice(0, idSize));
		const linked = {number, guid: link.slice(idSize + signatureSize), title};
		const [given, right] = [Buffer.from(link.slice(idSize, idSize + signatureSize)), Buffer.from(sign(keyId, linked))];
		return given.length === right.length && timingSafeEqual(given, right) ? {...linked, keyId} : null;
	}

	return {
		read,
		/** The address of a release below that of its indexer, under the name by which the caller knows us. */
		make({request, base, key}: {request: Request; base: string; key: KeyCaller}, linked: Linked): string {
			const named = {...linked, title: linked.title.slice(0, longestTitle)};
			const link = `${fromUuid(key.key.id)}${sign(key.key.id, named)}${named.guid}`;
			const query = new URLSearchParams({link, file: named.title});
			return `${request.protocol}://${request.get('host')}${base}/${linked.number}/download?${query}`;
		},
		/** The key that a link was made for, if it is still valid; null at any other path. */
		async callerOf(parts: readonly string[], query: FaceQuery): Promise<KeyCaller | null> {
			const [number = '', word, ...more] = parts[0] === 'api' ? parts.slice(3) : parts;
			const linked = word === 'download' && more.length === 0 && /^\d{1,10}$/.test(number) ? read(Number(number), query) : null;
			const key = linked && (await apiKeys.find(linked.keyId));
			if (!key?.app || isExpired(key, now())) {
				return null;
			}
			return {kind: 'key', key: {id: key.id, name: key.name, type: key.type, app: key.app}};
		},
	};
}

const fromUuid = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const toUuid = (text: string) =>
	Buffer.from(text, 'base64url')
		.toString('hex')
		.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
