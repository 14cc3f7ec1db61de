import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** The same torrent appears under other titles and from other indexers. When its file is gone, it is accepted again. */
export const notImported: Rule = ({release: {infoHash}}, {files, importedHashes}) =>
	infoHash !== null && files.length > 0 && importedHashes?.has(infoHash.toLowerCase())
		? rejected('Not an upgrade: this torrent was imported already')
		: null;
