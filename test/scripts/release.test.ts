import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {imageCommands, notesOf} from '#scripts/command/release-plan.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {version: string};

test('a release has its files, its source and a checksum of each', t => {
	const folder = tempFolder(t);
	const {status, stderr} = spawnSync(process.execPath, ['scripts/release.ts', '--to', folder, '--no-images', '--draft'], {
		cwd: root,
		encoding: 'utf8',
	});
	t.is(status, 0, stderr);
	const names = readdirSync(folder);
	for (const name of ['docker-compose.home.yml', 'kinoteka.env.example', 'NOTES.md', `kinoteka-${version}.tar.gz`]) {
		t.true(names.includes(name), name);
	}
	const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
	t.is(sums.length, names.length - 1);
	t.is(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {cwd: folder}).status, 0);
});

test('images are built for both processors, with the version and as the latest', t => {
	const [usual = [], browser = []] = imageCommands({version: '1.2.3', revision: 'abc', isPushed: true});
	for (const each of [usual, browser]) {
		t.true(each.includes('--platform=linux/amd64,linux/arm64') && each.includes('--push') && each.at(-1) === '.');
		t.true(each.includes('--build-arg=VERSION=1.2.3') && each.includes('--build-arg=REVISION=abc'));
	}
	t.true(
		usual.includes('--target=service') &&
			usual.includes('--tag=kinoteka/kinoteka:1.2.3') &&
			usual.includes('--tag=kinoteka/kinoteka:latest'),
	);
	t.true(browser.includes('--target=captcha') && browser.includes('--tag=kinoteka/kinoteka:1.2.3-browser'));
	t.false(imageCommands({version: '1.2.3', revision: 'abc', isPushed: false}).flat().includes('--push'));
	const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
	for (const target of ['service', 'captcha']) {
		t.regex(dockerfile, new RegExp(`^FROM base AS ${target}$`, 'm'));
	}
	t.regex(dockerfile, /ARG VERSION=.*\nARG REVISION=/);
	for (const label of ['title', 'licenses', 'version', 'revision']) {
		t.true(dockerfile.includes(`org.opencontainers.image.${label}=`), label);
	}
});

test('the notes of a release are its part of the change log', t => {
	const changelog =
		'# Changelog\n\n## 1.1.0 (unreleased)\n\nsoon\n\n## 1.0.0 (2026-12-01)\n\n- much\n- more\n\n## 0.9.0 (2026-11-01)\n\n- less\n';
	t.is(notesOf(changelog, '1.0.0'), '# Kinoteka 1.0.0\n\n- much\n- more\n');
	t.is(notesOf(changelog, '1.1.0'), null);
	t.is(notesOf(changelog, '1.0'), null);
});
