import test from 'ava';
import {withoutSites} from '#shared/domain/release/prepare-name.ts';

const site = test.macro({
	exec: (t, name: string, wanted: string) => t.is(withoutSites(name), wanted),
	title: (_, name: string, wanted: string) => `${name} without its site is ${wanted}`,
});

test(site, '[www.lamp.com] - Harbour.S01E01', 'Harbour.S01E01');
test(site, 'lamp.com.br - Harbour.S01E01', 'Harbour.S01E01');
test(site, '[ www.lamp-road.co.nz ] - Harbour.S01E01', 'Harbour.S01E01');
test(site, 'www.lamp.net.au - Harbour.S01E01', 'Harbour.S01E01');
test(site, 'lamp.net - Harbour.S01E01', 'Harbour.S01E01');
test(site, 'lamp.net_Harbour.S01E01', 'Harbour.S01E01');
test(site, 'lamp.net@Harbour.S01E01', 'Harbour.S01E01');
test(site, 'Harbour.to_The.Lamp.S01E01', 'Harbour.to_The.Lamp.S01E01');
test(site, 'Harbour.S01E01-TERN[rartv]', 'Harbour.S01E01-TERN');
test(site, 'Harbour.S01E01-TERN [eztv]-[lamp.com]', 'Harbour.S01E01-TERN');
test(site, '[Tern] Harbour - 01', '[Tern] Harbour - 01');
test(site, 'Harbour.S01E01 [Tern]', 'Harbour.S01E01 [Tern]');
