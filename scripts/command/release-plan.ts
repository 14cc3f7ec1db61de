/** Where the images of releases are. */
const image = 'kinoteka/kinoteka';
const platforms = 'linux/amd64,linux/arm64';

/** Files that a release has beside its source; the rest of a release is made from them. */
export const releasedFiles = ['docker-compose.home.yml', 'docker-compose.yml', '.env.example', 'THIRD-PARTY-NOTICES.txt'] as const;

interface Release {
	version: string;
	/** The commit. */
	revision: string;
	/** Whether the images are sent to the registry, or only built. */
	isPushed: boolean;
}

/**
 * The calls of Docker that build the images of a release for both processors: the usual one, and `-browser`, which
 * solves the challenges of sites too.
 */
export function imageCommands({version, revision, isPushed}: Release): string[][] {
	const targets = {service: '', captcha: '-browser'};
	return Object.entries(targets).map(([target, suffix]) => [
		...['docker', 'buildx', 'build', `--platform=${platforms}`, `--target=${target}`],
		...[`--build-arg=VERSION=${version}`, `--build-arg=REVISION=${revision}`],
		...[`--tag=${image}:${version}${suffix}`, `--tag=${image}:latest${suffix}`],
		...(isPushed ? ['--push'] : []),
		'.',
	]);
}

/** What the change log says about a version; null if it does not know the version, or still calls it unreleased. */
export function notesOf(changelog: string, version: string): string | null {
	const heading = changelog.split('\n').find(line => line === `## ${version}` || line.startsWith(`## ${version} (`));
	if (heading === undefined || heading.includes('(unreleased)')) {
		return null;
	}
	const [, after = ''] = changelog.split(`${heading}\n`);
	return `# Kinoteka ${version}\n\n${(after.split(/^## /m)[0] ?? '').trim()}\n`;
}
