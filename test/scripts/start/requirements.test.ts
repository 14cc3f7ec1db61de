import test from 'ava';
import {findMissing, type Machine} from '#scripts/start/requirements.ts';

const gibibyte = 1024 ** 3;
const machine: Machine = {
	platform: 'linux',
	arch: 'x64',
	features: new Set(['fpu', 'avx', 'avx2']),
	hasGlibc: true,
	memoryBytes: 4 * gibibyte,
	free: {cacheBytes: 50 * gibibyte, dataBytes: 50 * gibibyte},
	hasTar: true,
	hasCurlLibrary: true,
};
const fetching = {mongodb: true, fetchesMongodb: true};
const raspberryPi4 = new Set('fp asimd evtstrm crc32 cpuid'.split(' '));
const raspberryPi5 = new Set(
	'fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp'.split(' '),
);

test('a usual machine lacks nothing', t => {
	for (const usual of [
		machine,
		{...machine, arch: 'arm64', features: raspberryPi5},
		{...machine, platform: 'darwin', features: null},
	] as const) {
		t.deepEqual(findMissing(usual, fetching), {problems: [], warnings: []});
	}
});

const missing: [string, Partial<Machine>, RegExp][] = [
	['AVX', {features: new Set(['fpu', 'sse4_2'])}, /no AVX.*another machine.*MONGODB_URI.*4\.4/],
	['ARMv8.2', {arch: 'arm64', features: raspberryPi4}, /ARMv8\.2.*MONGODB_URI/],
	['a processor of 64 bits', {arch: 'arm', features: raspberryPi4}, /kind arm\..*MONGODB_URI/],
	['glibc', {hasGlibc: false}, /glibc \(Alpine has musl\).*Docker.*MONGODB_URI/],
	['tar', {hasTar: false}, /tar is not installed/],
	['libcurl', {hasCurlLibrary: false}, /libcurl 4.*apt-get install libcurl4/],
	['room to fetch', {free: {cacheBytes: 0.2 * gibibyte, dataBytes: 50 * gibibyte}}, /0\.2 GiB left.*KINOTEKA_CACHE/],
	['a system that we know', {platform: 'win32'}, /Linux and macOS.*Docker/],
];

test('what is missing is one line with what helps', t => {
	for (const [name, lacking, words] of missing) {
		const {problems} = findMissing({...machine, ...lacking}, fetching);
		t.is(problems.length, 1, name);
		t.regex(problems[0] ?? '', words, name);
	}
});

test('little memory and little room are warnings', t => {
	const small = {...machine, memoryBytes: gibibyte / 2, free: {cacheBytes: 50 * gibibyte, dataBytes: gibibyte / 2}};
	const {problems, warnings} = findMissing(small, fetching);
	t.deepEqual(problems, []);
	t.regex(warnings.join('\n'), /0\.5 GiB of memory.*PROCESSES=few\.\nDATA_DIR.*0\.5 GiB left/);
});

test('who names a server or has its program needs nothing to fetch it', t => {
	const bare = {...machine, hasGlibc: false, hasTar: false, hasCurlLibrary: false, features: new Set<string>()};
	t.deepEqual(findMissing(bare, {mongodb: false, fetchesMongodb: false}).problems, []);
	const installed = {...bare, features: machine.features};
	t.deepEqual(findMissing(installed, {mongodb: true, fetchesMongodb: false}).problems, []);
});
