// The parts of ECharts that this project draws with. esbuild leaves all others out.
import { init, use, setPlatformAPI } from 'echarts/core';
import { BarChart, GaugeChart, LineChart } from 'echarts/charts';
import {
  AriaComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent,
} from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart, GaugeChart, LineChart, AriaComponent, GridComponent, LegendPlainComponent, MarkAreaComponent, MarkLineComponent,
  TooltipComponent, SVGRenderer,
]);

export { init, setPlatformAPI };
