import test from 'ava';
import {toTitleText} from '#shared/domain/release/title-text.ts';

const text = test.macro({
	exec: (t, piece: string, wanted: string) => t.is(toTitleText(piece), wanted),
	title: (_, piece: string, wanted: string) => `${piece} is written ${wanted}`,
});

test(text, 'Quiet.Harbour', 'Quiet Harbour');
test(text, 'Quiet_Harbour_-_', 'Quiet Harbour');
test(text, 'The.Man.from.U.N.C.L.E.', 'The Man from U.N.C.L.E.');
test(text, 'V.H.S.2', 'V.H.S. 2');
test(text, 'A.I.Artificial.Road', 'A.I. Artificial Road');
test(text, ' - Quiet Harbour [', 'Quiet Harbour');
test(text, 'Quiet Harbour (2019', 'Quiet Harbour (2019)');
test(text, 'Quiet Harbour (US)', 'Quiet Harbour (US)');
