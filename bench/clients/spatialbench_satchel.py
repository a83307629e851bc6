"""The queries of SpatialBench with geometry by Satchel, for spatialbench.py: pyarrow reads, NumPy groups and sorts."""

import time

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spatialbench_peers import BOX_3, BOX_6, CENTER


class Satchel:
    queries = [f"q{k}" for k in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)]

    def __init__(self, name, folder, threads):
        import satchel

        self.s, self.folder, self.reading = satchel, folder, 0.0

    def run(self, query):
        return pa.table(getattr(self, query)())

    def read(self, table, *columns, **how):
        begin = time.perf_counter()
        read = pq.read_table(self.folder / f"{table}.parquet", columns=list(columns), memory_map=True, **how)
        self.reading += time.perf_counter() - begin
        return read

    def at(self, scene, column):
        """Rows of points and bodies that hold them."""
        found = self.s.bodies_at_points(scene, column)
        return found.query, found.body

    def means(self, rows, bodies, count, trip, *columns):
        """The number of rows of each body, and the means of columns of decimals, and of the times of travel."""
        number = np.bincount(bodies, minlength=count)
        values = [trip[column].cast(pa.float64()).to_numpy() for column in columns]
        values.append((trip["t_dropofftime"].cast(pa.int64()).to_numpy() - trip["t_pickuptime"].cast(pa.int64()).to_numpy()) / 1000)
        with np.errstate(invalid="ignore"):
            return number, *(np.bincount(bodies, value[rows], count) / number for value in values)

    def sedona(self, *columns, shape):
        """The trips that begin in a shape."""
        scene = self.s.Scene()
        scene.add_body(shape(scene))
        trip = self.read("trip", "t_pickuploc", *columns)
        return trip.take(self.at(scene, trip["t_pickuploc"])[0])

    def q1(self):
        near = self.sedona("t_tripkey", "t_pickuptime", shape=lambda scene: scene.add_circle(CENTER, 0.45))
        x, y = self.s.points_from_arrow(near["t_pickuploc"]).T
        distance, key = np.hypot(x - CENTER[0], y - CENTER[1]), near["t_tripkey"].to_numpy()
        order = np.lexsort((key, distance))
        return {"key": key[order], "x": x[order], "y": y[order], "time": near["t_pickuptime"].take(order), "distance": distance[order]}

    def q2(self):
        county = self.s.from_arrow(self.read("zone", "z_boundary", filters=[("z_name", "=", "Coconino County")])["z_boundary"][:1])
        return {"trips": [len(self.at(county, self.read("trip", "t_pickuploc")["t_pickuploc"])[0])]}

    def q3(self):
        columns = ("t_pickuptime", "t_dropofftime", "t_distance", "t_fare")
        near = self.sedona(*columns, shape=lambda scene: scene.add_polygon(BOX_3, 0.045))
        months, of = np.unique(pc.floor_temporal(near["t_pickuptime"], unit="month").to_numpy(), return_inverse=True)
        number, distance, fare, travel = self.means(np.arange(len(of)), of, len(months), near, "t_distance", "t_fare")
        return {"month": months, "trips": number, "distance": distance, "travel": travel, "fare": fare}

    def q4(self):
        trip, zone = self.read("trip", "t_pickuploc", "t_tip", "t_tripkey"), self.read("zone", "z_zonekey", "z_name", "z_boundary")
        trip = trip.take(pc.select_k_unstable(trip.drop(["t_pickuploc"]), 1000, [("t_tip", "descending"), ("t_tripkey", "ascending")]))
        points = self.s.points_from_arrow(trip["t_pickuploc"])
        places = self.s.Scene()
        places.add_bodies(places.add_circle((0, 0), 0), np.insert(points, 2, 0, axis=1))
        zone = zone.take(np.unique(self.s.bodies_in_boxes(places, self.s.boxes_from_arrow(zone["z_boundary"])).query))
        _, bodies = self.at(self.s.from_arrow(zone["z_boundary"]), points)
        return self.counted(zone["z_zonekey"], zone["z_name"], np.bincount(bodies, minlength=len(zone)))

    def counted(self, keys, names, number, *means):
        """Those with a number, by number and key."""
        order = np.lexsort((keys.to_numpy(), -number))[: np.count_nonzero(number)]
        return {"key": keys.take(order), "name": names.take(order), "number": number[order]} | {f"mean {k}": mean[order] for k, mean in enumerate(means)}

    def q5(self):
        trip, customer = self.read("trip", "t_custkey", "t_pickuptime", "t_dropoffloc"), self.read("customer", "c_custkey", "c_name")
        month = trip["t_pickuptime"].to_numpy().astype("datetime64[M]").astype(np.int64)
        group = trip["t_custkey"].to_numpy() * 2**20 + month
        order = np.argsort(group)
        starts = np.flatnonzero(np.diff(group[order], prepend=-1))
        sizes = np.diff(starts, append=len(order))
        starts, sizes = starts[sizes > 5], sizes[sizes > 5]
        ends = np.cumsum(sizes)
        rows = order[np.arange(ends[-1]) + np.repeat(starts - ends + sizes, sizes)]
        area = self.s.convex_hulls(self.s.points_from_arrow(trip["t_dropoffloc"])[rows], np.append(0, ends)).areas
        key, month = np.divmod(group[order[starts]], 2**20)
        place = pc.index_in(pa.array(key), customer["c_custkey"].combine_chunks())
        best = np.lexsort((key, -sizes))
        months = month[best].astype("datetime64[M]").astype("datetime64[ms]")
        return {"key": key[best], "name": customer["c_name"].take(place.take(best)), "month": months, "area": area[best]}

    def q6(self):
        zone = self.read("zone", "z_zonekey", "z_name", "z_boundary")
        boxes = self.s.boxes_from_arrow(zone["z_boundary"])
        zone = zone.filter(pa.array(((boxes[:, :2] >= BOX_6[:2]) & (boxes[:, 2:] <= BOX_6[2:])).all(axis=1)))
        trip = self.read("trip", "t_pickuploc", "t_totalamount", "t_pickuptime", "t_dropofftime")
        rows, bodies = self.at(self.s.from_arrow(zone["z_boundary"]), trip["t_pickuploc"])
        return self.counted(zone["z_zonekey"], zone["z_name"], *self.means(rows, bodies, len(zone), trip, "t_totalamount"))

    def q8(self):
        building = self.read("building", "b_buildingkey", "b_name", "b_boundary")
        scene = self.s.from_arrow(building["b_boundary"], radius=0.0045)
        _, bodies = self.at(scene, self.read("trip", "t_pickuploc")["t_pickuploc"])
        return self.counted(building["b_buildingkey"], building["b_name"], np.bincount(bodies, minlength=len(building)))

    def q9(self):
        building = self.read("building", "b_buildingkey", "b_boundary")
        scene = self.s.from_arrow(building["b_boundary"])
        pairs = self.s.find_pairs(scene)
        pairs = pairs[self.s.classify(scene, pairs) != self.s.DISJOINT]
        key, area, overlap = building["b_buildingkey"].to_numpy(), self.s.shape_areas(scene)[scene.shapes()], self.s.overlap_measures(scene, pairs)
        pairs = np.take_along_axis(pairs, np.argsort(key[pairs], axis=1), axis=1)
        (one, two), iou = pairs.T, overlap.iou
        order = np.lexsort((key[two], key[one], -iou))
        table = {"one": key[one], "two": key[two], "area1": area[one], "area2": area[two], "overlap": overlap.area, "iou": iou}
        return {name: column[order] for name, column in table.items()}

    def q10(self):
        zone = self.read("zone", "z_zonekey", "z_name", "z_boundary")
        trip = self.read("trip", "t_pickuploc", "t_distance", "t_pickuptime", "t_dropofftime")
        rows, bodies = self.at(self.s.from_arrow(zone["z_boundary"]), trip["t_pickuploc"])
        number, distance, travel = self.means(rows, bodies, len(zone), trip, "t_distance")
        order = np.lexsort((zone["z_zonekey"].to_numpy(), -travel))  # NaN, of zones without trips, comes last
        return {"key": zone["z_zonekey"].take(order), "name": zone["z_name"].take(order), "travel": travel[order], "distance": distance[order], "trips": number[order]}

    def q11(self):
        scene = self.s.from_arrow(self.read("zone", "z_boundary")["z_boundary"])
        count, keys = 1, []
        for column in ("t_pickuploc", "t_dropoffloc"):
            trip = self.read("trip", column)[column]
            rows, bodies = self.at(scene, trip)
            count = count * np.bincount(rows, minlength=len(trip))
            keys.append(rows.astype(np.int64) << 32 | bodies)
        both = np.concatenate(keys)
        both.sort(kind="stable")  # merges two lists that are sorted
        return {"trips": [int(count.sum()) - np.count_nonzero(both[1:] == both[:-1])]}

    def q12(self):
        trip, building = self.read("trip", "t_tripkey", "t_pickuploc"), self.read("building", "b_buildingkey", "b_name", "b_boundary")
        scene, points = self.s.from_arrow(building["b_boundary"]), self.s.points_from_arrow(trip["t_pickuploc"])
        index, key = self.s.Index(scene), building["b_buildingkey"].to_numpy()
        distance, bodies = np.empty((len(points), 5)), np.empty((len(points), 5), np.uint32)
        for first in range(0, len(points), 250_000):  # a row has 88 bytes
            near = index.nearest_to_points(scene, points[first : first + 250_000], 5)
            distance[first : first + 250_000].flat, bodies[first : first + 250_000].flat = np.maximum(near.distance, 0), near.body
        distance, bodies = distance.ravel(), bodies.ravel()
        order = np.argsort(distance)
        ties = np.flatnonzero(np.diff(distance[order]) == 0)
        ties = np.union1d(ties, ties + 1)
        order[ties] = order[ties[np.lexsort((key[bodies[order[ties]]], distance[order[ties]]))]]
        rows, bodies = order // 5, bodies[order]
        table = {"key": trip["t_tripkey"].take(rows), "at": trip["t_pickuploc"].combine_chunks().take(rows), "building": key[bodies]}
        return table | {"name": building["b_name"].take(bodies), "distance": distance[order]}
