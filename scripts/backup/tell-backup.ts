import type {Manifest} from '#shared/backup/manifest.ts';
import type {Teller} from '../teller/console.ts';

/** What the backup holds, and what must be kept besides it. */
export function tellBackup(folder: string, {collections, secretKey, consistency}: Manifest, tell: Teller): void {
	const documents = collections.reduce((sum, each) => sum + each.documents, 0);
	const bytes = collections.reduce((sum, each) => sum + each.bytes, 0);
	tell.step(`${documents} documents in ${collections.length} collections, ${(bytes / 1e6).toFixed(1)} MB, read back: ${folder}`);
	if (consistency === 'ordered') {
		tell.step(
			'MongoDB keeps no history, so the collections were read one after another: changes meanwhile may be in some and not in others.',
		);
	}
	tell.step(
		secretKey.file
			? 'It holds the secret key and all settings. Keep it where nobody else can read it.'
			: 'It holds no secret key, because SECRET_KEY comes from the environment. Keep a copy of that key: stored secrets are of no use without it.',
	);
	tell.step('Not in it: .env, media files, downloads, and images, which are fetched again.');
}
