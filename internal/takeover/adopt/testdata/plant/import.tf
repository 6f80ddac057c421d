# After the objects are imported, you can delete this file.

import {
  to = engine_alert.alert_500_mbar
  id = "00000000-0000-4000-8000-000000000053/exact"
}

import {
  to = engine_alert.low_flow
  id = "00000000-0000-4000-8000-000000000051/exact"
}

import {
  to = engine_alert.low_flow_2
  id = "00000000-0000-4000-8000-000000000052/exact"
}

import {
  to = engine_component.forecast
  id = "algorithm/00000000-0000-4000-8000-000000000031/exact"
}

import {
  to = engine_routine.pump_1
  id = "00000000-0000-4000-8000-000000000041/exact"
}

import {
  to = engine_dashboard.dashboard_00000000
  id = "00000000-0000-4000-8000-000000000002/exact"
}

import {
  to = engine_tab.dashboard_00000000_flow
  id = "00000000-0000-4000-8000-000000000013/exact"
}

import {
  to = engine_dashboard.ubersicht_sud
  id = "00000000-0000-4000-8000-000000000001/exact"
}

import {
  to = engine_tab.overview
  id = "00000000-0000-4000-8000-000000000012/exact"
}

import {
  to = engine_widget.overview_now
  id = "00000000-0000-4000-8000-000000000023/exact"
}

import {
  to = engine_tab.ubersicht_sud_flow
  id = "00000000-0000-4000-8000-000000000011/exact"
}

import {
  to = engine_widget.widget_1st_of_all
  id = "00000000-0000-4000-8000-000000000022/exact"
}

import {
  to = engine_widget.ubersicht_sud_flow_now
  id = "00000000-0000-4000-8000-000000000021/exact"
}

import {
  to = engine_function.mean
  id = "00000000-0000-4000-8000-000000000071/exact"
}

import {
  to = engine_node.site
  id = "00000000-0000-4000-8000-000000000061/exact"
}
