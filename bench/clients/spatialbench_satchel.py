"""The queries of SpatialBench with geometry by Satchel, for spatialbench.py: pyarrow reads a piece of a table at a time, Satchel answers for
it on the same thread, NumPy groups and sorts."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import satchel

from spatialbench_peers import BOX_3, BOX_6, CENTER

ROWS = 2**16  # of a piece


class Satchel:
    queries = [f"q{k}" for k in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)]

    def __init__(self, name, folder, threads):
        self.folder, self.threads, self.reading = folder, threads, 0.0
        satchel.from_arrow(pa.nulls(0))  # imports what it needs, as the other engines have

    def run(self, query):
        return pa.table(getattr(self, query)())

    def file(self, table):
        return pq.ParquetFile(self.folder / f"{table}.parquet", memory_map=True, binary_type=pa.large_binary())

    def read(self, table, *columns):
        begin = time.perf_counter()
        read = self.file(table).read(columns=list(columns))
        self.reading += time.perf_counter() - begin
        return read

    def each(self, table, columns, work):
        """What `work` makes of each piece, in order; row groups are divided among threads."""

        def of_group(group):
            pieces, made, reading = self.file(table).iter_batches(ROWS, [group], columns, use_threads=False), [], 0.0
            while True:
                begin = time.perf_counter()
                piece = next(pieces, None)
                reading += time.perf_counter() - begin
                if piece is None:
                    return made, reading
                made.append(work(piece))

        with ThreadPoolExecutor(self.threads) as pool:
            of_groups = list(pool.map(of_group, range(self.file(table).num_row_groups)))
        self.reading += sum(reading for _, reading in of_groups) / self.threads
        return [made for of_group, _ in of_groups for made in of_group]

    def inside(self, scene, column="t_pickuploc"):
        """A function of a piece: its rows, and the bodies that hold their points, for all pairs of these."""
        index = satchel.Index(scene)

        def found(piece):
            pairs = index.bodies_at_points(scene, piece[column], threads=1)
            return pairs.query, pairs.body

        return found

    def trips_in(self, shape, *columns):
        """The trips that begin in a shape, as a table."""
        scene = satchel.Scene()
        scene.add_body(shape(scene))
        inside = self.inside(scene)
        return pa.Table.from_batches(self.each("trip", ["t_pickuploc", *columns], lambda piece: piece.take(pa.array(inside(piece)[0]))))

    def sums(self, scene, *columns):
        """For each body of a scene the number of trips that begin in it, and sums of columns and of the times of travel."""
        inside, count = self.inside(scene), scene.body_count

        def of_piece(piece):
            rows, bodies = inside(piece)
            values = [piece[column].cast(pa.float64()).to_numpy() for column in columns] + [travel(piece)]
            return np.stack([np.bincount(bodies, minlength=count), *(np.bincount(bodies, value[rows], count) for value in values)])

        return sum(self.each("trip", ["t_pickuploc", "t_pickuptime", "t_dropofftime", *columns], of_piece))

    def q1(self):
        near = self.trips_in(lambda scene: scene.add_circle(CENTER, 0.45), "t_tripkey", "t_pickuptime")
        x, y = satchel.points_from_arrow(near["t_pickuploc"]).T
        distance, key = np.hypot(x - CENTER[0], y - CENTER[1]), near["t_tripkey"].to_numpy()
        order = np.lexsort((key, distance))
        return {"key": key[order], "x": x[order], "y": y[order], "time": near["t_pickuptime"].take(order), "distance": distance[order]}

    def q2(self):
        for piece in self.file("zone").iter_batches(4096, columns=["z_name", "z_boundary"]):
            county = piece.filter(pc.equal(piece["z_name"], "Coconino County"))
            if len(county) > 0:
                break
        inside = self.inside(satchel.from_arrow(county["z_boundary"][:1]))
        return {"trips": [sum(self.each("trip", ["t_pickuploc"], lambda piece: len(inside(piece)[0])))]}

    def q3(self):
        near = self.trips_in(lambda scene: scene.add_polygon(BOX_3, 0.045), "t_pickuptime", "t_dropofftime", "t_distance", "t_fare")
        months, of = np.unique(pc.floor_temporal(near["t_pickuptime"], unit="month").to_numpy(), return_inverse=True)
        values = (near["t_distance"].cast(pa.float64()).to_numpy(), travel(near), near["t_fare"].cast(pa.float64()).to_numpy())
        number = np.bincount(of)
        return {"month": months, "trips": number} | {f"mean {k}": np.bincount(of, value) / number for k, value in enumerate(values)}

    def q4(self):
        tip = self.read("trip", "t_tip")["t_tip"]
        least = tip.take(pc.select_k_unstable(tip, 1000, [("", "descending")])[-1:])[0]  # the thousandth
        high = self.each("trip", ["t_tip", "t_tripkey", "t_pickuploc"], lambda piece: piece.filter(pc.greater_equal(piece["t_tip"], least)))
        trip = pa.Table.from_batches(high).sort_by([("t_tip", "descending"), ("t_tripkey", "ascending")])[:1000]
        points = satchel.points_from_arrow(trip["t_pickuploc"])
        places = satchel.Scene()
        places.add_bodies(places.add_circle((0, 0), 0), np.insert(points, 2, 0, axis=1))
        index = satchel.Index(places)

        def with_points(piece):
            found = index.bodies_in_boxes(places, satchel.boxes_from_arrow(piece["z_boundary"]), threads=1)
            return piece.take(pa.array(np.unique(found.query)))

        zone = pa.Table.from_batches(self.each("zone", ["z_zonekey", "z_name", "z_boundary"], with_points))
        bodies = satchel.bodies_at_points(satchel.from_arrow(zone["z_boundary"]), points).body
        return counted(zone, np.bincount(bodies, minlength=len(zone)))

    def q5(self):
        month_of_day = np.arange(2**15).astype("datetime64[D]").astype("datetime64[M]").astype(np.int32)  # up to 2059

        def of_piece(piece):
            days = piece["t_pickuptime"].cast(pa.int64()).to_numpy() // 86_400_000
            return piece["t_custkey"].to_numpy().astype(np.int32), month_of_day[days], satchel.points_from_arrow(piece["t_dropoffloc"])

        columns = zip(*self.each("trip", ["t_custkey", "t_pickuptime", "t_dropoffloc"], of_piece))
        custkeys, months, points = (np.concatenate(column) for column in columns)
        least, span = months.min(), np.ptp(months) + 1
        group = custkeys * span + (months - least)
        sizes = np.bincount(group)
        rows = np.flatnonzero(sizes[group] > 5)
        for shift in (0, 16):  # by radix sort, which NumPy has for 16 bits
            rows = rows[np.argsort((group[rows] >> shift).astype(np.uint16), kind="stable")]
        groups = np.flatnonzero(sizes > 5)
        sizes = sizes[groups]
        area = satchel.convex_hulls(points[rows], np.append(0, np.cumsum(sizes))).areas
        key, month = np.divmod(groups, span)
        customer = self.read("customer", "c_custkey", "c_name")
        place = pc.index_in(pa.array(key), customer["c_custkey"].combine_chunks())
        best = np.lexsort((key, -sizes))
        month = (month[best] + least).astype("datetime64[M]").astype("datetime64[ms]")
        return {"key": key[best], "name": customer["c_name"].take(place.take(pa.array(best))), "month": month, "area": area[best]}

    def q6(self):
        def within_box(piece):
            boxes = satchel.boxes_from_arrow(piece["z_boundary"])
            return piece.filter(pa.array(((boxes[:, :2] >= BOX_6[:2]) & (boxes[:, 2:] <= BOX_6[2:])).all(axis=1)))

        zone = pa.Table.from_batches(self.each("zone", ["z_zonekey", "z_name", "z_boundary"], within_box))
        number, amount, time_of_travel = self.sums(satchel.from_arrow(zone["z_boundary"]), "t_totalamount")
        return counted(zone, number, amount, time_of_travel)

    def q8(self):
        building = self.read("building", "b_buildingkey", "b_name", "b_boundary")
        inside = self.inside(satchel.from_arrow(building["b_boundary"], radius=0.0045))
        return counted(building, sum(self.each("trip", ["t_pickuploc"], lambda piece: np.bincount(inside(piece)[1], minlength=len(building)))))

    def q9(self):
        building = self.read("building", "b_buildingkey", "b_boundary")
        scene = satchel.from_arrow(building["b_boundary"])
        pairs = satchel.find_pairs(scene)
        pairs = pairs[satchel.classify(scene, pairs) != satchel.DISJOINT]
        key, overlap = building["b_buildingkey"].to_numpy(), satchel.overlap_measures(scene, pairs)
        one, two = np.take_along_axis(pairs, np.argsort(key[pairs], axis=1), axis=1).T
        order = np.lexsort((key[two], key[one], -overlap.iou))
        area1, area2 = (satchel.overlap_areas(scene, np.stack([bodies, bodies], -1)) for bodies in (one, two))
        table = {"one": key[one], "two": key[two], "area1": area1, "area2": area2, "overlap": overlap.area, "iou": overlap.iou}
        return {name: column[order] for name, column in table.items()}

    def q10(self):
        zone = self.read("zone", "z_zonekey", "z_name", "z_boundary")
        number, distance, time_of_travel = self.sums(satchel.from_arrow(zone["z_boundary"]), "t_distance")
        with np.errstate(invalid="ignore"):
            distance, time_of_travel = distance / number, time_of_travel / number
        order = np.lexsort((zone["z_zonekey"].to_numpy(), -time_of_travel))  # NaN, of zones without trips, comes last
        table = {"key": zone["z_zonekey"].take(order), "name": zone["z_name"].take(order), "travel": time_of_travel[order]}
        return table | {"distance": distance[order], "trips": number[order].astype(np.int64)}

    def q11(self):
        scene = satchel.from_arrow(self.read("zone", "z_boundary")["z_boundary"])
        begins, ends = self.inside(scene), self.inside(scene, "t_dropoffloc")

        def crossings(piece):
            (a, zone_a), (b, zone_b) = begins(piece), ends(piece)
            all_pairs = np.bincount(a, minlength=len(piece)) @ np.bincount(b, minlength=len(piece))
            both = np.sort(np.concatenate([a.astype(np.int64) << 32 | zone_a, b.astype(np.int64) << 32 | zone_b]))
            return int(all_pairs) - np.count_nonzero(both[1:] == both[:-1])

        return {"trips": [sum(self.each("trip", ["t_pickuploc", "t_dropoffloc"], crossings))]}

    def q12(self):
        building = self.read("building", "b_buildingkey", "b_name", "b_boundary")
        scene, key = satchel.from_arrow(building["b_boundary"]), building["b_buildingkey"].to_numpy()
        index = satchel.Index(scene)

        def nearest(piece):
            near = index.nearest_to_points(scene, piece["t_pickuploc"], 5, threads=1)
            return piece, np.maximum(near.distance, 0), near.body.copy()

        pieces, distance, bodies = zip(*self.each("trip", ["t_tripkey", "t_pickuploc"], nearest))
        trip, distance, bodies = pa.Table.from_batches(pieces).combine_chunks(), np.concatenate(distance), np.concatenate(bodies)
        order = np.argsort(distance)
        equal = np.flatnonzero(np.diff(distance[order]) == 0)
        equal = np.union1d(equal, equal + 1)
        order[equal] = order[equal[np.lexsort((key[bodies[order[equal]]], distance[order[equal]]))]]
        rows, bodies = pa.array(order // 5), bodies[order]
        table = {"key": trip["t_tripkey"].take(rows), "at": trip["t_pickuploc"].take(rows), "building": key[bodies]}
        return table | {"name": building["b_name"].take(pa.array(bodies)), "distance": distance[order]}


def travel(trips):
    """Seconds from pickup to dropoff."""
    return (trips["t_dropofftime"].cast(pa.int64()).to_numpy() - trips["t_pickuptime"].cast(pa.int64()).to_numpy()) / 1000


def counted(table, number, *sums):
    """Keys and names, the first two columns of a table, of rows with a number, by number and key; and the means of sums."""
    keys, names = table.columns[:2]
    order = np.lexsort((keys.to_numpy(), -number))[: np.count_nonzero(number)]
    columns = {"key": keys.take(pa.array(order)), "name": names.take(pa.array(order)), "number": number[order].astype(np.int64)}
    return columns | {f"mean {k}": (total[order] / number[order]) for k, total in enumerate(sums)}
