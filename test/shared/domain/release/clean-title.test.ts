import test from 'ava';
import {cleanTitle} from '#shared/domain/release/clean-title.ts';

const clean = test.macro({
	exec: (t, title: string, wanted: string) => t.is(cleanTitle(title), wanted),
	title: (_, title: string, wanted: string) => `${title} is compared as ${wanted}`,
});

test(clean, 'Quiet Harbour', 'quietharbour');
test(clean, 'Quiet.Harbour (2019)', 'quietharbour2019');
test(clean, 'Lamp and Road', 'lamproad');
test(clean, 'Lamp & Road', 'lamproad');
test(clean, 'Lamp-of-the-Road', 'lamproad');
test(clean, 'The Lamp', 'thelamp');
test(clean, 'Lamp The', 'lampthe');
test(clean, 'Season of Salt: Déjà à Brûler', 'seasonsaltdejabruler');
test(clean, "I'm a lamp", 'imlamp');
test(clean, 'Lamp A R K Road', 'lamparkroad');
test(clean, '100% Lamp', '100percentlamp');
test(clean, 'Straße nach Łódź', 'strassenachlodz');
test(clean, 'Тихая гавань', 'тихаягавань');
test(clean, '1899', '1899');
test(clean, '!?', '!?');
