import test from 'ava';
import {sharesFiles} from '#workers/integrations/download-clients/client-reply.ts';

for (const [path, other, isShared] of [
	['/d/Tin.Harbour', '/d/Tin.Harbour', true],
	['/d/Tin.Harbour/', '/d/Tin.Harbour', true],
	['/d/Tin.Harbour', '/d/Tin.Harbour/Tin.Harbour.mkv', true],
	['/d/Tin.Harbour/Tin.Harbour.mkv', '/d/Tin.Harbour', true],
	['D:\\films\\Tin.Harbour', 'D:\\films\\Tin.Harbour\\a.mkv', true],
	['/d/Tin.Harbour', '/d/Tin.Harbour.2', false],
	['/d/Tin.Harbour', '/links/Tin.Harbour', false],
	['/d/Tin.Harbour', null, false],
	[null, '/d/Tin.Harbour', false],
] as const) {
	test(`${path} and ${other} ${isShared ? 'share files' : 'have files of their own'}`, t => {
		t.is(sharesFiles(path, [other]), isShared);
	});
}
